import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxDiscardedBytes, maxDiscardMs } from '#server/body/read-body.ts';

/**
 * Says whether a request names exactly one host and asks for a plain path or for a full address of that host.
 * HTTP/1.0 allows a request without a Host, and Node keeps the first of several. The guard compares the one that is
 * left. Every other target (another host, user and password, the authority alone) is no request to this server. Its
 * text must not reach a URL parser that puts it into an error.
 */
export function isOwnTarget({ url = '', headersDistinct }: IncomingMessage): boolean {
  const [host = '', ...others] = headersDistinct.host ?? [];
  if (host === '' || others.length > 0) return false;
  if (url.startsWith('/')) return true;
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol)) return false;
  if (target.username !== '' || target.password !== '') return false;
  // The host of the target counts, because a check of only the Host header could be deceived.
  return target.host === host.toLowerCase();
}

/**
 * Reads and drops the unread rest of a body before the response, within limits. Beyond the limits, the connection
 * ends with the response. An unread rest would be cut off in the middle of the client's next request.
 */
export async function finishIncoming(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.complete) return;
  const length = Number(incoming.headers['content-length'] ?? 0);
  if (!incoming.readableDidRead && length <= maxDiscardedBytes) await discard(incoming);
  if (!incoming.complete) outgoing.shouldKeepAlive = false;
}

function discard(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const stop = () => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', stop).off('error', stop).off('close', stop);
      resolve();
    };
    const count = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > maxDiscardedBytes) stop();
    };
    const timer = setTimeout(stop, maxDiscardMs);
    incoming.on('data', count).on('end', stop).on('error', stop).on('close', stop);
  });
}

const statusLines = new Map(
  Object.entries<string>({
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }),
);

/**
 * Answers malformed requests as Node does, except that a connection that sent nothing is closed without a response.
 * Clients open some connections in advance, and would take the 408 for the answer to a request that they are just
 * sending.
 */
export function answerBrokenRequests(server: HttpServer, isAnswering: (socket: Socket) => boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    void answer(error, socket);
  });

  async function answer({ code = '' }: NodeJS.ErrnoException, socket: Socket): Promise<void> {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
      // After a busy time, the request may already be there but unread.
      await nextTurn();
      await nextTurn();
      if (socket.bytesRead === 0) socket.destroy();
      return;
    }
    if (!socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    socket.end(`HTTP/1.1 ${statusLines.get(code) ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`, () =>
      socket.destroy(),
    );
  }
}
