import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  wireHost as host,
  openWireServer,
  unusual,
  type WireServer,
} from '#tests/fixtures/open-wire-server.ts';

const token = 'a token of this test';
const promptOf = (contentSessionId: string) =>
  JSON.stringify({ contentSessionId, project: 'p', prompt: 'Fix the flux “capacitor” …' });

let wire: WireServer;

async function open(given: string | null = null): Promise<void> {
  wire = await openWireServer(given);
}

afterEach(() => wire.close());

const post: WireServer['post'] = (...given) => wire.post(...given);
const get: WireServer['get'] = (...given) => wire.get(...given);
const send: WireServer['send'] = (...given) => wire.send(...given);

describe('a usual request', () => {
  test('is answered without Hono, with the same headers and the same body', async () => {
    await open();
    expect((await post(promptOf('one'))).json).toMatchObject({ promptNumber: 1, skipped: false });
    const direct = await get('/api/search?query=capacitor&format=json&orderBy=date_desc');
    expect(wire.left).toBe(0);
    expect(direct.json).toMatchObject({ items: [{ excerpt: 'Fix the flux “capacitor” …' }] });
    expect(direct).toEqual(await get('/api/search?query=capacitor&format=json&orderBy=date_desc', unusual));
    expect(wire.left).toBe(1);
  });

  test('with a long body in many scripts is answered in full', async () => {
    await open();
    const prompt = 'quartz 石英 кварц 🪨 '.repeat(20);
    for (let n = 0; n < 20; n += 1)
      await post(JSON.stringify({ contentSessionId: 'one', prompt: `${n} ${prompt}` }));
    const target = '/api/search?query=quartz&format=json&orderBy=date_desc';
    const direct = await get(target);
    expect(wire.left).toBe(0);
    expect(direct).toEqual(await get(target, unusual));
  });

  test.each([
    'query=flux+capa%63itor',
    'query=%ff%zz',
    'query=a&query=b',
    'limit=x&offset=-3',
    'orderBy=none',
    'query=x#&limit=0',
    '',
  ])('with the query “%s” is read as Hono reads it', async (query) => {
    await open();
    await post(promptOf('one'));
    const target = `/api/search?${query}&format=json&orderBy=date_desc`;
    expect(await get(target)).toEqual(await get(target, unusual));
  });

  test('of a hook has its parameters from the path', async () => {
    await open();
    const hook = JSON.stringify({
      session_id: 'one',
      cwd: '/home/ada/ship',
      prompt: 'Fix the flux capacitor',
    });
    const direct = await post(hook, [], '/api/hooks/claude-code/UserPromptSubmit');
    expect({ status: direct.status, left: wire.left }).toEqual({ status: 200, left: 0 });
    expect(direct).toEqual(await post(hook, unusual, '/api/hooks/claude-code/UserPromptSubmit'));
    expect((await get('/api/stats')).json).toMatchObject({ database: { prompts: 2 } });
  });

  test('of a tool call is timed', async () => {
    await open();
    const call = JSON.stringify({ session_id: 'one', cwd: '/home/ada/ship', tool_name: 'Bash' });
    for (const event of ['UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure'])
      await post(call, [], `/api/hooks/claude-code/${event}`);
    expect((await get('/api/clients')).json).toMatchObject({
      waits: [{ client: 'claude-code', toolCalls: 2, p95Ms: expect.any(Number) }],
    });
  });

  test('of the hook of an unknown client gets the problem that Hono would send', async () => {
    await open();
    const direct = await post('{}', [], '/api/hooks/nobody/Stop');
    expect({ status: direct.status, left: wire.left }).toEqual({ status: 400, left: 0 });
    expect(direct).toEqual(await post('{}', unusual, '/api/hooks/nobody/Stop'));
  });

  test.each([
    'claude-code/Stop%21',
    'claude-code/Stop/',
    'claude-code//Stop',
    'claude-code/St.op',
    'claude-code/',
  ])('of the hook %s is left to Hono', async (path) => {
    await open();
    await post('{}', [], `/api/hooks/${path}`);
    expect(wire.left).toBe(1);
  });

  test.each(['{', '[]', '{}', 'null', '{"contentSessionId":7}', '['.repeat(300), '"\\ud800"'])(
    'with the body %s gets the problem that Hono would send',
    async (body) => {
      await open();
      const direct = await post(body);
      expect({ status: direct.status, left: wire.left }).toEqual({ status: 400, left: 0 });
      expect(direct).toEqual(await post(body, unusual));
    },
  );
});

describe('what may be refused before its work begins is left to Hono', () => {
  test.each([
    ['another host', ['Host: evil.example'], 403],
    ['another origin', [`Host: ${host}`, 'Origin: https://evil.example'], 403],
    ['another site', [`Host: ${host}`, 'Sec-Fetch-Site: cross-site'], 403],
    ['a second host', [`Host: ${host}`, 'Host: evil.example'], 403],
    ['a second origin', [`Host: ${host}`, `Origin: http://${host}`, 'Origin: http://evil.example'], 403],
  ])('%s', async (_name, headers, status) => {
    await open();
    const answer = await send(['GET /api/search?query=x HTTP/1.1', ...headers]);
    expect(answer.status).toBe(status);
    expect(wire.real.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a body that is too large, of another type or of no stated length', async () => {
    await open();
    const start = ['POST /api/sessions/init HTTP/1.1', `Host: ${host}`];
    const json = 'Content-Type: application/json';
    expect((await post(promptOf('x'.repeat(300_000)))).status).toBe(413);
    expect((await send([...start, 'Content-Type: text/plain', 'Content-Length: 2'], '{}')).status).toBe(400);
    expect((await send([...start, json, 'Content-Length: 0'])).status).toBe(400);
    const chunked = `${Buffer.byteLength(promptOf('a')).toString(16)}\r\n${promptOf('a')}\r\n0\r\n\r\n`;
    expect((await send([...start, json, 'Transfer-Encoding: chunked'], chunked)).status).toBe(200);
    expect(wire.left).toBe(4);
  });

  test('a missing or wrong token', async () => {
    await open(token);
    expect((await get('/api/search?query=x')).status).toBe(401);
    expect((await get('/api/search?query=x', ['Authorization: Bearer wrong'])).status).toBe(401);
    expect(wire.left).toBe(2);
    expect((await get('/api/search?query=x', [`Authorization: Bearer ${token}`])).status).toBe(200);
    expect(wire.left).toBe(2);
  });
});

test('a client that leaves in the middle of its body stores nothing and is no failure of the server', async () => {
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
  expect((await get('/api/stats')).json).toMatchObject({ database: { prompts: 0 } });
});
