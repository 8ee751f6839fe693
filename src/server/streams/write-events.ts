import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Tell } from './event-stream.ts';

interface WriteEvents {
  status: number;
  headers: Record<string, string>;
  tell: Tell;
  outgoing: ServerResponse;
  /** Aborted when the server closes. */
  closing: AbortSignal;
}

/** Sends events no faster than they are consumed, until there are no more or the server closes. */
export async function writeEvents({ status, headers, tell, outgoing, closing }: WriteEvents): Promise<void> {
  const over = new AbortController();
  const stop = () => over.abort();
  outgoing.once('close', stop);
  closing.addEventListener('abort', stop, { once: true });
  if (closing.aborted || outgoing.destroyed) stop();
  outgoing.writeHead(status, headers).flushHeaders();
  await tell({
    signal: over.signal,
    take(bytes) {
      // A chunk without content would end the response.
      if (bytes.byteLength === 0) return undefined;
      const socket = findSocket(outgoing);
      const hasRoom = socket === null ? outgoing.write(bytes) : socket.write(frame(bytes));
      if (hasRoom || outgoing.destroyed) return undefined;
      return new Promise((resolve) => {
        (socket ?? outgoing).once('drain', resolve);
      });
    },
  });
  closing.removeEventListener('abort', stop);
  outgoing.off('close', stop).end();
}

/** Null: another response of this connection comes first, the connection is ending, or its HTTP knows no chunks. */
function findSocket({ socket, chunkedEncoding }: ServerResponse): Socket | null {
  return chunkedEncoding && socket?.writable ? socket : null;
}

const lineEnd = Buffer.from('\r\n');
let last: { bytes: Uint8Array; chunk: Buffer } | null = null;

/**
 * A chunk of HTTP. Many readers get the same one; Node would write its length, its end and itself apart for each of them,
 * which takes half as long again.
 */
function frame(bytes: Uint8Array): Buffer {
  if (last?.bytes !== bytes) {
    const length = Buffer.from(`${bytes.byteLength.toString(16)}\r\n`);
    last = { bytes, chunk: Buffer.concat([length, bytes, lineEnd]) };
  }
  return last.chunk;
}
