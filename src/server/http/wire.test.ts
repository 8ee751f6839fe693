import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { wireHost as host, openWireServer, type WireServer } from '#tests/fixtures/open-wire-server.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';

const token = 'a token of this test';
const summaries = '/api/summaries';
const promptOf = (contentSessionId: string) =>
  JSON.stringify({ contentSessionId, project: 'p', prompt: 'Fix the flux “capacitor” …' });
const text =
  'Report one. The harbour bridge will be closed for two years. The council of Lunde voted on Monday to replace it. ' +
  'Its four pillars were built in 1931 and have cracks up to nine centimetres wide. Everyone has to walk around.';
const toSummarize = JSON.stringify({ text, modelProfileId: 'builtin' });

let wire: WireServer;

async function open(given: string | null = null): Promise<void> {
  wire = await openWireServer(given);
}

afterEach(() => wire.close());

describe('a request over a socket', () => {
  test('with a long answer in many scripts is answered in full', async () => {
    await open();
    const prompt = 'quartz 石英 кварц 🪨 '.repeat(20);
    for (let n = 0; n < 20; n += 1)
      await wire.post(JSON.stringify({ contentSessionId: 'one', prompt: `${n} ${prompt}` }));
    const { json } = await wire.get('/api/search?query=quartz&format=json&orderBy=date_desc');
    const items = json.items as { excerpt: string }[];
    expect(items).toHaveLength(20);
    for (const { excerpt } of items) expect(excerpt).toContain('石英 кварц 🪨');
  });

  test.each([
    ['query=flux+capa%63itor', 200],
    ['query=%ff%zz', 200],
    ['query=a&query=b', 400],
    ['orderBy=none', 400],
  ])('with the query “%s” is answered with %i', async (query, status) => {
    await open();
    expect((await wire.get(`/api/search?${query}&format=json`)).status).toBe(status);
  });

  test('of a tool call is timed', async () => {
    await open();
    const call = JSON.stringify({ session_id: 'one', cwd: '/home/ada/ship', tool_name: 'Bash' });
    for (const event of ['UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure'])
      await wire.post(call, [], `/api/hooks/claude-code/${event}`);
    expect((await wire.get('/api/clients')).json).toMatchObject({
      waits: [{ client: 'claude-code', toolCalls: 2, p95Ms: expect.any(Number) }],
    });
  });

  test.each(['{', '[]', '{}', 'null', '{"contentSessionId":7}', '['.repeat(300), '"\\ud800"'])(
    'with the body %s is refused',
    async (body) => {
      await open();
      expect((await wire.post(body)).status).toBe(400);
      expect((await wire.post(body, [], summaries)).status).toBe(400);
    },
  );

  test.each([
    ['another host', ['Host: evil.example'], 403],
    ['another origin', [`Host: ${host}`, 'Origin: https://evil.example'], 403],
    ['another site', [`Host: ${host}`, 'Sec-Fetch-Site: cross-site'], 403],
    ['a second host', [`Host: ${host}`, 'Host: evil.example'], 400],
    ['a second origin', [`Host: ${host}`, `Origin: http://${host}`, 'Origin: http://evil.example'], 403],
  ])('from %s is refused', async (_name, headers, status) => {
    await open();
    expect((await wire.send(['GET /api/search?query=x HTTP/1.1', ...headers])).status).toBe(status);
    expect(wire.real.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('is refused if its body is too large, of another type or empty, but needs no stated length', async () => {
    await open();
    const start = ['POST /api/sessions/init HTTP/1.1', `Host: ${host}`];
    const json = 'Content-Type: application/json';
    expect((await wire.post(promptOf('x'.repeat(300_000)))).status).toBe(413);
    const plain = [...start, 'Content-Type: text/plain', 'Content-Length: 2'];
    expect((await wire.send(plain, '{}')).status).toBe(400);
    expect((await wire.send([...start, json, 'Content-Length: 0'])).status).toBe(400);
    const chunked = `${Buffer.byteLength(promptOf('a')).toString(16)}\r\n${promptOf('a')}\r\n0\r\n\r\n`;
    expect((await wire.send([...start, json, 'Transfer-Encoding: chunked'], chunked)).status).toBe(200);
  });

  test('needs the token, if there is one', async () => {
    await open(token);
    const target = '/api/search?query=x&format=json';
    expect((await wire.get(target)).status).toBe(401);
    expect((await wire.get(target, ['Authorization: Bearer wrong'])).status).toBe(401);
    expect((await wire.get(target, [`Authorization: Bearer ${token}`])).status).toBe(200);
  });

  test('that breaks off in the middle of its body stores nothing and is no failure of the server', async () => {
    await open();
    const socket = connect(wire.port, '127.0.0.1');
    const head = ['POST /api/sessions/init HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json'];
    socket.write(`${[...head, 'Content-Length: 500'].join('\r\n')}\r\n\r\n${promptOf('one')}`);
    await expect.poll(() => wire.arrived).toBe(1);
    socket.destroy();
    await expect
      .poll(() => wire.real.lines.map(({ message }) => message))
      .toContain('request aborted by the client');
    expect(wire.real.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await wire.get('/api/stats')).json).toMatchObject({ database: { prompts: 0 } });
  });
});

describe('starting a run', () => {
  test('says where the run is', async () => {
    await open();
    const { status, headers, json } = await wire.post(toSummarize, [], summaries);
    expect(status).toBe(202);
    expect(headers).toContain(`location: /api/runs/${String(json.id)}`);
  });

  test('with the same Idempotency-Key starts one; an empty key is refused', async () => {
    await open();
    const first = await wire.post(toSummarize, ['Idempotency-Key: one'], summaries);
    const again = await wire.post(toSummarize, ['Idempotency-Key: one'], summaries);
    expect(again.json.id).toBe(first.json.id);
    expect(again.headers).toContain('idempotency-replayed: true');
    expect((await wire.post(toSummarize, ['Idempotency-Key: '], summaries)).status).toBe(400);
  });

  test('goes on when the client leaves before the answer, once', async () => {
    await open();
    const socket = connect(wire.port, '127.0.0.1');
    const head = [`POST ${summaries} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json'];
    const length = `Content-Length: ${Buffer.byteLength(toSummarize)}`;
    socket.write(`${[...head, length].join('\r\n')}\r\n\r\n${toSummarize}`);
    await expect.poll(() => wire.arrived).toBe(1);
    socket.destroy();
    const runs = async () => (await wire.real.client.runs.list({})).items;
    await expect.poll(async () => (await runs()).map(({ status }) => status)).toEqual(['succeeded']);
    expect(wire.real.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the events of a run', () => {
  const idsOf = (body: string) => Array.from(body.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id));

  test('continue after the last that a reader has seen', async () => {
    await open();
    const id = String((await wire.post(toSummarize, [], summaries)).json.id);
    const all = await wire.get(`/api/runs/${id}/events`);
    expect(all.headers).toContain('content-type: text/event-stream');
    expect(all.body).toContain('"status":"succeeded"');
    const seqs = idsOf(all.body);
    expect(seqs.length).toBeGreaterThan(2);
    const rest = await wire.get(`/api/runs/${id}/events?after=1`, ['Last-Event-ID: 2']);
    expect(idsOf(rest.body)).toEqual(seqs.filter((seq) => seq > 2));
  });

  test.each([
    ['?after=-1', []],
    ['?after=1&after=2', []],
    ['', ['Last-Event-ID: x']],
  ])('after %j with %j are refused', async (query, headers) => {
    await open();
    const id = String((await wire.post(toSummarize, [], summaries)).json.id);
    expect((await wire.get(`/api/runs/${id}/events${query}`, headers)).status).toBe(400);
  });

  test('are released when the reader leaves, and end when the server closes', async () => {
    await open();
    // This model accepts the call and never answers.
    const model = createServer().listen(0, '127.0.0.1').unref();
    await once(model, 'listening');
    const { port } = model.address() as AddressInfo;
    await wire.real.client.models.put(scriptedProfile('silent', `http://127.0.0.1:${port}/v1`));
    const waiting = JSON.stringify({ text, modelProfileId: 'silent' });
    const id = String((await wire.post(waiting, [], summaries)).json.id);
    const before = wire.real.bus.subscribers();
    const leaving = connect(wire.port, '127.0.0.1');
    leaving.write(`GET /api/runs/${id}/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await expect.poll(() => wire.real.bus.subscribers()).toBe(before + 1);
    leaving.destroy();
    await expect.poll(() => wire.real.bus.subscribers()).toBe(before);
    const staying = wire.get(`/api/runs/${id}/events`);
    await expect.poll(() => wire.real.bus.subscribers()).toBe(before + 1);
    await wire.stopListening();
    expect((await staying).status).toBe(200);
  });
});
