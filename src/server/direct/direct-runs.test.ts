import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openWireServer, unusual, type WireServer, wireHost } from '#tests/fixtures/open-wire-server.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';

const summaries = '/api/summaries';
const textOf = (n: number) =>
  `Report ${n}. The harbour bridge will be closed for two years. The council of Lunde voted on Monday to replace it. ` +
  'Its four pillars were built in 1931 and have cracks up to nine centimetres wide. Everyone has to walk around.';
const bodyOf = (n: number) => JSON.stringify({ text: textOf(n), modelProfileId: 'builtin' });
const unknown = '0195e0e0-0000-7000-8000-000000000000';

let wire: WireServer;

async function open(token: string | null = null): Promise<void> {
  wire = await openWireServer(token);
}

afterEach(() => wire.close());

/** Starts one and waits for its end. */
async function finishedRun(n = 1): Promise<string> {
  const id = String((await wire.post(bodyOf(n), [], summaries)).json.id);
  await wire.get(`/api/runs/${id}/events`);
  return id;
}

/** Starts one whose model accepts the call and never answers. */
async function waitingRun(): Promise<string> {
  const model = createServer().listen(0, '127.0.0.1').unref();
  await once(model, 'listening');
  const { port } = model.address() as AddressInfo;
  await wire.real.client.models.put(scriptedProfile('silent', `http://127.0.0.1:${port}/v1`));
  const body = JSON.stringify({ text: textOf(1), modelProfileId: 'silent' });
  return String((await wire.post(body, [], summaries)).json.id);
}

const idsOf = (body: string) => Array.from(body.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id));

describe('starting a run', () => {
  test('is answered without Hono as through it', async () => {
    await open();
    const direct = await wire.post(bodyOf(1), [], summaries);
    expect(wire.left).toBe(0);
    const through = await wire.post(bodyOf(2), unusual, summaries);
    expect(wire.left).toBe(1);
    expect([direct.status, through.status]).toEqual([202, 202]);
    expect(Object.keys(direct.json)).toEqual(Object.keys(through.json));
    const place = (answer: typeof direct) => `location: /api/runs/${String(answer.json.id)}`;
    expect(direct.headers).toContain(place(direct));
    const others = (answer: typeof direct) => answer.headers.filter((line) => line !== place(answer));
    expect(others(direct)).toEqual(others(through));
  });

  test.each(['{', '{}', '{"text":7}', '{"text":""}', '{"text":"Short."}', '['.repeat(300)])(
    'with the body %s gets the problem that Hono would send',
    async (body) => {
      await open();
      const direct = await wire.post(body, [], summaries);
      expect(wire.left).toBe(0);
      expect(direct).toEqual(await wire.post(body, unusual, summaries));
      expect(direct.status).toBeGreaterThanOrEqual(400);
    },
  );

  test('with an Idempotency-Key, even an invalid one, is left to Hono', async () => {
    await open();
    const first = await wire.post(bodyOf(1), ['Idempotency-Key: one'], summaries);
    const again = await wire.post(bodyOf(1), ['Idempotency-Key: one'], summaries);
    expect(again.json.id).toBe(first.json.id);
    expect(again.headers).toContain('idempotency-replayed: true');
    expect((await wire.post(bodyOf(2), ['Idempotency-Key: '], summaries)).status).toBe(400);
    expect(wire.left).toBe(3);
  });

  test('with a text of many chunks arrives whole', async () => {
    await open();
    const text = `${textOf(1)} ${'石英 quartz. '.repeat(40_000)}`;
    const { json } = await wire.post(JSON.stringify({ text, modelProfileId: 'builtin' }), [], summaries);
    expect(wire.left).toBe(0);
    const events = await wire.get(`/api/runs/${String(json.id)}/events`);
    expect(events.body).toContain('"status":"succeeded"');
  });

  test('goes on when the client leaves before the answer, once', async () => {
    await open();
    const socket = connect(wire.port, '127.0.0.1');
    const body = bodyOf(1);
    const head = [`POST ${summaries} HTTP/1.1`, `Host: ${wireHost}`, 'Content-Type: application/json'];
    socket.write(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
    await expect.poll(() => wire.arrived).toBe(1);
    socket.destroy();
    const runs = async () => (await wire.real.client.runs.list({})).items;
    await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(['succeeded']);
    expect(wire.real.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the events of a run', () => {
  test('are sent without Hono, with the same headers and the same body', async () => {
    await open();
    const id = await finishedRun();
    const direct = await wire.get(`/api/runs/${id}/events`);
    expect(wire.left).toBe(0);
    expect(direct.headers).toContain('content-type: text/event-stream');
    expect(direct.body).toContain('"status":"succeeded"');
    expect(direct).toEqual(await wire.get(`/api/runs/${id}/events`, unusual));
    expect(wire.left).toBe(1);
  });

  test.each([
    ['', ['Last-Event-ID: 2']],
    ['?after=2', []],
    ['?after=1', ['Last-Event-ID: 2']],
    ['?after=9999', []],
    ['?after=-1', []],
    ['?after=1&after=2', []],
    ['', ['Last-Event-ID: x']],
    ['', ['Last-Event-ID: ']],
  ])('after %j with %j are those that Hono would send', async (query, headers) => {
    await open();
    const id = await finishedRun();
    const direct = await wire.get(`/api/runs/${id}/events${query}`, headers);
    expect(wire.left).toBe(0);
    expect(direct).toEqual(await wire.get(`/api/runs/${id}/events${query}`, [...headers, ...unusual]));
  });

  test('continue after the last that a reader has seen', async () => {
    await open();
    const id = await finishedRun();
    const all = idsOf((await wire.get(`/api/runs/${id}/events`)).body);
    const rest = idsOf((await wire.get(`/api/runs/${id}/events?after=1`, ['Last-Event-ID: 2'])).body);
    expect(all.length).toBeGreaterThan(2);
    expect(rest).toEqual(all.filter((seq) => seq > 2));
  });

  test.each([unknown, 'none'])('of %s are refused as Hono would', async (id) => {
    await open();
    const direct = await wire.get(`/api/runs/${id}/events`);
    expect(wire.left).toBe(0);
    expect(direct).toEqual(await wire.get(`/api/runs/${id}/events`, unusual));
    expect(direct.status).toBeGreaterThanOrEqual(400);
  });

  test('asked for by HEAD or without the token are left to Hono', async () => {
    await open('a token');
    expect((await wire.get(`/api/runs/${unknown}/events`)).status).toBe(401);
    const head = await wire.send([
      `HEAD /api/runs/${unknown}/events HTTP/1.1`,
      `Host: ${wireHost}`,
      'Authorization: Bearer a token',
    ]);
    expect(head.status).toBe(404);
    expect(wire.left).toBe(2);
  });

  test('are released when the reader leaves, and end when the server closes', async () => {
    await open();
    const id = await waitingRun();
    const before = wire.real.bus.subscribers();
    const leaving = connect(wire.port, '127.0.0.1');
    leaving.write(`GET /api/runs/${id}/events HTTP/1.1\r\nHost: ${wireHost}\r\n\r\n`);
    await expect.poll(() => wire.real.bus.subscribers()).toBe(before + 1);
    leaving.destroy();
    await expect.poll(() => wire.real.bus.subscribers()).toBe(before);
    const staying = wire.get(`/api/runs/${id}/events`);
    await expect.poll(() => wire.real.bus.subscribers()).toBe(before + 1);
    await wire.stopListening();
    expect((await staying).status).toBe(200);
    expect(wire.left).toBe(0);
  });
});
