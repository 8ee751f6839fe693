import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import { type Answer, type Wire, wires } from '#tests/fixtures/scripted-model/wires.ts';

/** What a behaviour gets: the bytes of a good answer in the protocol, and the socket to corrupt it on. */
export interface Stage {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  wire: Wire;
  answer: Answer;
  /** Sends status 200 with the protocol's content type. */
  begin(headers?: Record<string, string>): void;
  /** Waits for the reader, and rejects if it has disconnected. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Waits, and returns false if the reader disconnects before the time is over. */
  pause(ms: number): Promise<boolean>;
}

export type Behaviour = (stage: Stage) => void | Promise<void>;

export interface HostileModel {
  url: string;
  baseUrl: string;
  requests: number;
  /** Resolves when no socket is open. If a client never disconnects, the test times out. */
  untilLeft(): Promise<void>;
  close(): Promise<void>;
}

const basePaths: Record<Protocol, string> = {
  openai: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  ollama: '',
};

/** Starts a server that accepts a request like a model server, and then follows the given behaviour. */
export async function startHostileModel(protocol: Protocol, behave: Behaviour): Promise<HostileModel> {
  const sockets = new Set<Socket>();
  const server = createServer({ keepAliveTimeout: 200 }, (request, response) => {
    hostile.requests += 1;
    request.resume();
    request.once('end', () => void perform(request, response));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });

  async function perform(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    response.on('error', () => {});
    const wire = wires[protocol];
    const answer: Answer = {
      model: 'hostile',
      finish: 'stop',
      usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 10 },
      textIndex: 0,
    };
    const stage: Stage = {
      request,
      response,
      socket: request.socket,
      wire,
      answer,
      begin: (headers) => {
        response.writeHead(200, { 'content-type': wire.contentType, ...headers });
        response.flushHeaders();
      },
      async write(bytes) {
        gone.signal.throwIfAborted();
        if (!response.write(bytes)) await once(response, 'drain', { signal: gone.signal });
      },
      pause: (ms) =>
        new Promise((resolve) => {
          const timer = setTimeout(() => resolve(!gone.signal.aborted), ms);
          gone.signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve(false);
          });
        }),
    };
    try {
      await behave(stage);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostile: HostileModel = {
    url,
    baseUrl: url + basePaths[protocol],
    requests: 0,
    async untilLeft() {
      await Promise.all(
        [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return hostile;
}
