import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, isIPv4, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { AppError } from '#schema/app-error.ts';
import { untilAborted } from './until-aborted.ts';

export interface ListenOptions {
  fetch(request: Request): Promise<Response>;
  host: string;
  port: number;
  token: string | null;
}

export interface Listening {
  url: string;
  port: number;
  /** Event streams end at once; other requests under way get a moment to finish. */
  close(): Promise<void>;
}

const closeGraceMs = 3000;

export async function listen({ fetch, host, port, token }: ListenOptions): Promise<Listening> {
  if (!isLoopback(host) && token === null) {
    throw new AppError(
      'token_required',
      `Listening on ${host} lets other machines in: set PRECIS_TOKEN, or listen on 127.0.0.1.`,
    );
  }
  const closing = new AbortController();
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request: Request) => {
      const response = await fetch(request);
      if (response.body === null || !isEventStream(response)) return response;
      return new Response(untilAborted(response.body, closing.signal), response);
    },
  }) as HttpServer;
  const closeSockets = trackSockets(server);
  await bind(server, { host, port });
  const bound = (server.address() as AddressInfo).port;

  return {
    url: `http://${urlHost(host)}:${bound}`,
    port: bound,
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
 * Node closes a connection that is idle when the server closes, but not one on which no request was ever sent (a
 * browser opens those in advance), and one that becomes idle later only after its keep-alive time.
 */
function trackSockets(server: HttpServer): () => void {
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.add(socket);
    response.once('close', () => {
      busy.delete(socket);
      if (closing) socket.destroySoon();
    });
  });
  return () => {
    closing = true;
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
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
    return new AppError(
      'port_in_use',
      `Port ${port} on ${host} is used by another program: stop it, or set PRECIS_PORT to a free port.`,
      { cause: error },
    );
  }
  return new AppError(
    'invalid_input',
    `Cannot listen on ${host}, port ${port} (${error.code ?? error.message}): check PRECIS_HOST and PRECIS_PORT.`,
    { cause: error },
  );
}

function isLoopback(host: string): boolean {
  const bare = bareHost(host).toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** An address that stands for all of this machine cannot be opened in a browser. */
function urlHost(host: string): string {
  const bare = bareHost(host);
  if (bare === '0.0.0.0' || bare === '::') return 'localhost';
  return bare.includes(':') ? `[${bare}]` : bare;
}

function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
