import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Tell } from './event-stream.ts';
import { writeEvents } from './listen.ts';

const encoder = new TextEncoder();
const events = ['data: one\n\n', '', 'data: dos\n\n', 'data: 三\n\n'].map((text) => encoder.encode(text));
const whole = 'data: one\n\ndata: dos\n\ndata: 三\n\n';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(tell: Tell): Promise<AddressInfo> {
  const closing = new AbortController().signal;
  server = createServer(
    (_, outgoing) => void writeEvents({ status: 200, headers: {}, tell, outgoing, closing }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

const tellAll: Tell = async (reader) => {
  for (const bytes of events) await reader.take(bytes);
};

async function exchange({ port }: AddressInfo, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

test('each reader gets all events as a stream that ends', async () => {
  const { port } = await serve(tellAll);
  const answers = await Promise.all(
    [1, 2, 3].map(async () => (await fetch(`http://127.0.0.1:${port}`)).text()),
  );
  expect(answers).toEqual([whole, whole, whole]);
});

test('a second request on the connection is answered after the first', async () => {
  const place = await serve(tellAll);
  const ask = 'GET / HTTP/1.1\r\nHost: x\r\n';
  const answer = await exchange(place, `${ask}\r\n${ask}Connection: close\r\n\r\n`);
  const bodies = answer
    .split(/HTTP\/1\.1 200 OK\r\n/)
    .slice(1)
    .map((text) => text.split('\r\n\r\n').slice(1).join('\r\n\r\n'));
  const chunks = 'b\r\ndata: one\n\n\r\nb\r\ndata: dos\n\n\r\nb\r\ndata: 三\n\n\r\n0\r\n\r\n';
  expect(bodies).toEqual([chunks, chunks]);
});

test('a reader that knows no chunks gets the events alone', async () => {
  const answer = await exchange(await serve(tellAll), 'GET / HTTP/1.0\r\nHost: x\r\n\r\n');
  expect(answer.split('\r\n\r\n').slice(1)).toEqual([whole]);
});

test('a reader that is behind is waited for', async () => {
  const large = encoder.encode(`data: ${'x'.repeat(1_000_000)}\n\n`);
  let taken = 0;
  const { port } = await serve(async (reader) => {
    for (; taken < 30; taken += 1) await reader.take(large);
  });
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await expect.poll(() => taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(30);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.resume();
  await once(socket, 'close');
  expect(taken).toBe(30);
  expect(bytes).toBeGreaterThan(30 * large.length);
});
