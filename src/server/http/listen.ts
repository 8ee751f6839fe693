import { Buffer } from 'node:buffer';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIPv4, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { AppError } from '#schema/app-error.ts';
import { type Tell, tellerOf } from './event-stream.ts';
import { answerBrokenRequests, finishIncoming, isOwnTarget } from './handle-connections.ts';

export interface ListenOptions {
  fetch(request: Request): Promise<Response>;
  host: string;
  port: number;
  token: string | null;
  /** How long requests in progress may continue when the server closes. */
  closeGraceMs?: number;
  limits?: Partial<ClientLimits>;
}

/** Limits per client, so that slow clients do not exhaust shared resources. */
export interface ClientLimits {
  headersMs: number;
  /** The time from the first byte of a request to the last byte of its body. A response stream has no limit. */
  requestMs: number;
  connections: number;
}

const usualLimits: ClientLimits = {
  headersMs: 10_000,
  requestMs: 120_000,
  // One process cannot serve this many well. Without a limit, connections would use up the file handles that the
  // database needs.
  connections: 5000,
};

/** This is longer than proxies keep an idle connection (60 s), because the proxy must close it first. */
const idleMs = 75_000;

/** A connection that a proxy has just opened is about to carry a request, so it stays open this long. */
const firstRequestMs = 500;

export interface Listening {
  url: string;
  port: number;
  /** Continues to answer but reuses no connection, so that `close` interrupts no request. */
  leave(): void;
  /** Closes the server. Event streams end immediately, and other requests in progress get a moment to finish. */
  close(): Promise<void>;
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, host, port, token, closeGraceMs = 3000, limits } = options;
  if (!isLoopback(host) && token === null) {
    throw new AppError(
      'token_required',
      `Listening on ${host} accepts connections from other machines. Set PRECIS_TOKEN, or listen on 127.0.0.1.`,
    );
  }
  const closing = new AbortController();
  const { headersMs, requestMs, connections } = { ...usualLimits, ...limits };
  const answer = getRequestListener(
    async (request, env) => {
      const incoming = env.incoming as IncomingMessage;
      const outgoing = env.outgoing as ServerResponse;
      const response = await fetch(request);
      await finishIncoming(incoming, outgoing);
      const tell = response.body && tellerOf(response.body);
      if (!tell) return response;
      const headers = Object.fromEntries(response.headers);
      void writeEvents({ status: response.status, headers, tell, outgoing, closing: closing.signal });
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
  const serverOptions = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.ceil(headersMs / 4),
  };
  const server = createServer(serverOptions, (incoming, outgoing) => {
    if (isOwnTarget(incoming)) void answer(incoming, outgoing);
    else outgoing.writeHead(400, { Connection: 'close' }).end();
  });
  server.maxConnections = connections;
  const { leave, closeSockets, isAnswering } = trackSockets(server);
  answerBrokenRequests(server, isAnswering);
  await bind(server, { host, port });
  const bound = (server.address() as AddressInfo).port;

  return {
    url: urlOf(host, bound),
    port: bound,
    leave,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closing.abort();
      closeSockets();
      const deadline = setTimeout(() => server.closeAllConnections(), closeGraceMs);
      await closed;
      clearTimeout(deadline);
    },
  };
}

/**
 * Tracks the sockets of a server, so that idle ones can be closed. When the server closes, Node keeps connections
 * without any request, which browsers open in advance. It also keeps a connection that becomes idle later until its
 * keep-alive time has passed.
 */
function trackSockets(server: HttpServer): {
  leave(): void;
  closeSockets(): void;
  isAnswering(socket: Socket): boolean;
} {
  const sockets = new Set<Socket>();
  const busy = new Map<Socket, ServerResponse>();
  const used = new WeakSet<Socket>();
  let leaving = false;
  let closing = false;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, response);
    used.add(socket);
    if (leaving) response.shouldKeepAlive = false;
    response.once('close', () => {
      busy.delete(socket);
      if (closing) socket.destroySoon();
    });
  });
  return {
    isAnswering: (socket) => busy.get(socket)?.headersSent ?? false,
    leave() {
      leaving = true;
    },
    closeSockets() {
      closing = true;
      const closeIdle = (isToClose: (socket: Socket) => boolean) => {
        for (const socket of sockets) if (!busy.has(socket) && isToClose(socket)) socket.destroy();
      };
      closeIdle((socket) => used.has(socket));
      setTimeout(() => closeIdle(() => true), firstRequestMs).unref();
    },
  };
}

function bind(server: HttpServer, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, { host, port })));
    server.listen(port, bareHost(host), () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function toListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): AppError {
  if (error.code === 'EADDRINUSE') {
    return new AppError('port_in_use', `Port ${port} on ${host} is in use by another program.`, {
      cause: error,
    });
  }
  return new AppError(
    'invalid_input',
    `Cannot listen on ${host}, port ${port} (${error.code ?? error.message}). Check PRECIS_HOST and PRECIS_PORT.`,
    { cause: error },
  );
}

function isLoopback(host: string): boolean {
  const bare = bareHost(host).toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

/** Makes a URL for a browser, which cannot open a wildcard address. */
export function urlOf(host: string, port: number): string {
  const bare = bareHost(host);
  if (bare === '0.0.0.0' || bare === '::') return `http://localhost:${port}`;
  return `http://${bare.includes(':') ? `[${bare}]` : bare}:${port}`;
}

function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

interface WriteEvents {
  status: number;
  headers: Record<string, string>;
  tell: Tell;
  outgoing: ServerResponse;
  /** The signal is aborted when the server closes. */
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

/**
 * Returns the socket to write to directly. It is null if another response of this connection comes first, the
 * connection is ending, or its HTTP version has no chunks.
 */
function findSocket({ socket, chunkedEncoding }: ServerResponse): Socket | null {
  return chunkedEncoding && socket?.writable ? socket : null;
}

const lineEnd = Buffer.from('\r\n');
let last: { bytes: Uint8Array; chunk: Buffer } | null = null;

/**
 * Makes a chunk of HTTP. Many readers get the same chunk, so it is made once. Node would write its length, its
 * content and its end separately for each reader, which takes half as long again.
 */
function frame(bytes: Uint8Array): Buffer {
  if (last?.bytes !== bytes) {
    const length = Buffer.from(`${bytes.byteLength.toString(16)}\r\n`);
    last = { bytes, chunk: Buffer.concat([length, bytes, lineEnd]) };
  }
  return last.chunk;
}
