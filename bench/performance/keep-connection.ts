import { once } from 'node:events';
import { connect } from 'node:net';

export interface Connection {
  /** Sends one request after the other, and rejects unless the answer has a status of success. */
  send(request: Buffer): Promise<void>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/**
 * Opens a connection that only finds the end of each response. A whole HTTP client would take more processor time
 * than the servers, which share the machine with it.
 */
export async function keepConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(): void; reject(error: Error): void } | null = null;

  function finish(): void {
    const { resolve, reject } = waiting ?? {};
    const said = received;
    waiting = null;
    received = Buffer.alloc(0);
    if (said.toString('latin1', 0, 10).startsWith('HTTP/1.1 2')) resolve?.();
    else reject?.(new Error(`answered: ${said.toString().slice(0, 300)}`));
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (isWhole(received)) finish();
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

function isWhole(response: Buffer): boolean {
  const end = response.indexOf(headEnd);
  if (end === -1) return false;
  const head = response.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return response.length >= end + headEnd.length + Number(length);
  return response.subarray(-lastChunk.length).equals(lastChunk);
}
