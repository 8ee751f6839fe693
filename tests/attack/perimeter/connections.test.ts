import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { exchange } from './raw-http.ts';
import { useServer } from './use-server.ts';

const server = useServer(() => ({ PRECIS_LOG_LEVEL: 'trace' }));
const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => oneConnection.destroy());

const mib = 1024 * 1024;
const json = { 'content-type': 'application/json' };

/** A pause that is longer than the HTTP library waits for the rest of an unread body. */
const slowMs = 800;

interface Upload {
  path: string;
  bytes: number;
  isChunked?: boolean;
  headers?: Record<string, string>;
  agent?: Agent;
  /** The pause between one MiB and the next. */
  pauseMs?: number;
}

/** Sends a body over the agent's single connection, while that is open. */
async function send(upload: Upload): Promise<number> {
  const { path, bytes, isChunked = false, headers = {}, agent = oneConnection, pauseMs } = upload;
  const { hostname, port } = new URL(server().url);
  const length = isChunked ? {} : { 'content-length': bytes };
  const method = bytes === 0 ? 'GET' : 'POST';
  const sent = request({ hostname, port, agent, method, path, headers: { ...json, ...length, ...headers } });
  const answered = once(sent, 'response');
  for (let left = bytes; left > 0; left -= mib) {
    sent.write(Buffer.alloc(Math.min(left, mib), 0x20));
    if (pauseMs !== undefined) await sleep(pauseMs);
  }
  sent.end();
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

describe('a body that is refused', () => {
  test.each<[string, Upload, number]>([
    ['too large', { path: '/api/settings', bytes: 2 * mib }, 413],
    ['too large, of no stated length', { path: '/api/settings', bytes: 2 * mib, isChunked: true }, 413],
    ['for another host', { path: '/api/settings', bytes: 2 * mib, headers: { host: 'evil.example' } }, 403],
    [
      'of another type',
      { path: '/api/summaries', bytes: 2 * mib, headers: { 'content-type': 'text/plain' } },
      400,
    ],
    ['on no route', { path: '/nothing', bytes: 2 * mib }, 404],
  ])('(%s) leaves its connection to the next request, 20 times of 20', async (_what, upload, status) => {
    for (let time = 0; time < 20; time++) {
      expect(await send(upload)).toBe(status);
      expect(await send({ path: '/api/health', bytes: 0 })).toBe(200);
    }
  });

  test('and comes slowly leaves its connection to the next request, 20 times of 20', async () => {
    const times = Array.from({ length: 20 }, async () => {
      const slow = new Agent({ keepAlive: true, maxSockets: 1 });
      const upload = { path: '/api/settings', bytes: 2 * mib, agent: slow, pauseMs: slowMs };
      const statuses = [await send(upload), await send({ path: '/api/health', bytes: 0, agent: slow })];
      slow.destroy();
      return statuses;
    });
    expect(await Promise.all(times)).toEqual(Array.from({ length: 20 }, () => [413, 200]));
  });

  test('is not waited for when it is far too large, and its connection says that it ends', async () => {
    const { host, hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    const head = `POST /api/settings HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 99999999999\r\n\r\n{`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    expect(String(answer)).toMatch(/connection: close/i);
    await once(socket, 'close');
  });
});

describe('a request line', () => {
  const secret = 'hunter2-in-the-address';
  const own = () => new URL(server().url).host;

  test.each([
    ['user and password', () => `http://admin:${secret}@${own()}/api/health`],
    ['a user', () => `http://${secret}@${own()}/api/health`],
    ['another host', () => `http://${secret}.example/api/health`],
    ['another scheme', () => `ftp://${own()}/${secret}`],
    ['no scheme', () => secret],
    ['a broken address', () => `http://[${secret}/`],
    ['a bad port', () => `http://${own()}99999/${secret}`],
    ['a script', () => `javascript:${secret}`],
  ])('with %s is refused, and none of it reaches the log', async (_what, target) => {
    const bytes = `GET ${target()} HTTP/1.1\r\nHost: ${own()}\r\nConnection: close\r\n\r\n`;
    expect(await exchange(server().url, bytes)).toMatch(/^HTTP\/1\.1 400 /);
    expect(server().written()).not.toContain(secret);
  });

  test.each([
    'OPTIONS *',
    'CONNECT 127.0.0.1:80',
    'GET //evil.example/api/health',
    'GET ///',
    'GET /%00',
    'GET /api/%00',
    'GET /api/runs/%00',
    'GET /api/models/%00',
    'GET /api/conversations/%00',
    'GET /api/templates/%00',
    'GET /api/runs/%zz',
    'GET /api/entries?query=%zz%00',
    'GET /api/entries?query=%ff%fe',
    'GET /api/sessions?project=%00',
    'GET /api/threads/search?q=%00',
    `GET /api/models/${'a'.repeat(10_000)}`,
    `GET /api/entries?query=${'a'.repeat(10_000)}`,
    'GET /api\\health',
    'GET /?token=%00',
  ])('such as %s is no failure of the server', async (line) => {
    const bytes = `${line} HTTP/1.1\r\nHost: ${own()}\r\nConnection: close\r\n\r\n`;
    expect(await exchange(server().url, bytes)).toMatch(/^HTTP\/1\.1 [24]|^$/);
    expect(server().written()).not.toContain('request failed unexpectedly');
  });

  test('in full, with the address of this server, is answered', async () => {
    const bytes = `GET http://${own()}/api/health HTTP/1.1\r\nHost: ${own()}\r\nConnection: close\r\n\r\n`;
    expect(await exchange(server().url, bytes)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
