import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientLimits, type Listening, listen } from '#server/http/listen.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';

/** The full version waits for the headers of a request as long as the real program does. */
const isFull = process.env.PRECIS_FAULT === 'full';
const limits: Partial<ClientLimits> = isFull
  ? { requestMs: 15_000, connections: 200 }
  : { headersMs: 600, requestMs: 1000, connections: 40 };
const headersMs = limits.headersMs ?? 10_000;
const patienceMs = 2 * Math.max(headersMs, limits.requestMs ?? 0) + 30_000;

let real: RealServer;
let listening: Listening;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  let server: RealServer | null = null;
  listening = await listen({
    fetch: async (request) => server?.server.fetch(request) ?? new Response(),
    host: '127.0.0.1',
    port: 0,
    token: null,
    limits,
  });
  real = await openRealServer({ allowedHosts: [`127.0.0.1:${listening.port}`] });
  server = real;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listening.close();
  await real.close();
});

async function open(): Promise<Socket> {
  const socket = connect(listening.port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends the beginning and then an occasional byte, until the server disconnects. */
async function drip(beginning: string): Promise<{ answer: string; ms: number }> {
  const socket = await open();
  const startedAt = performance.now();
  let answer = '';
  let isClosed = false;
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.once('close', () => (isClosed = true));
  socket.write(beginning);
  while (!isClosed && performance.now() - startedAt < patienceMs) {
    socket.write('a');
    await sleep(headersMs / 10);
  }
  return { answer, ms: performance.now() - startedAt };
}

const host = () => `Host: 127.0.0.1:${listening.port}`;

describe('a client that takes its time', { timeout: 2 * patienceMs }, () => {
  test('over its headers is let go', async () => {
    const { answer, ms } = await drip(`GET /api/health HTTP/1.1\r\n${host()}\r\nX-Slow: `);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeLessThan(patienceMs);
  });

  test('over its body is let go, and leaves nothing behind', async () => {
    const head = `POST /api/summaries HTTP/1.1\r\n${host()}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"text":"`;
    const { ms } = await drip(head);
    expect(ms).toBeLessThan(patienceMs);
    expect((await real.client.runs.list({})).items).toEqual([]);
    expect(real.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('is no hindrance to the others', async () => {
    const slow = Array.from({ length: (limits.connections ?? 0) - 10 }, () => open());
    for (const socket of await Promise.all(slow)) socket.write('GET /api/health HTTP/1.1\r\n');
    const response = await fetch(`${listening.url}/api/health`);
    expect(response.status).toBe(200);
  });
});

describe('more connections than there is room for', { timeout: 2 * patienceMs }, () => {
  test('are turned away at the door, and there is room again when the idle ones were let go', async () => {
    const crowd = await Promise.all(
      Array.from({ length: (limits.connections ?? 0) + 20 }, async () => {
        const socket = connect(listening.port, '127.0.0.1');
        socket.on('error', () => {});
        sockets.push(socket);
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        return socket;
      }),
    );
    await expect.poll(() => crowd.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(20);
    const health = () =>
      fetch(`${listening.url}/api/health`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, { timeout: patienceMs, interval: 100 }).toBe(200);
  });
});
