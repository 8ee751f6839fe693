import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSpools } from '#plugin/delivery/spool.ts';
import plugin from '#plugin/opencode-mem.ts';
import { openShared } from '#plugin/shared.ts';
import { createScriptedOpenCode, fields } from '#tests/fixtures/scripted-opencode.ts';
import {
  createScriptedOpenCode2,
  type Scripted2Options,
  type ScriptedOpenCode2,
} from '#tests/fixtures/scripted-opencode2.ts';
import { type ScriptedWorker, startScriptedWorker } from '#tests/fixtures/scripted-worker.ts';

const paths = {
  init: '/api/sessions/init',
  observation: '/api/sessions/observations',
  ingest: '/api/sessions/summarize/ingest',
  summarize: '/api/sessions/summarize',
  complete: '/api/sessions/complete',
};
const turn = { sessionId: 'ses_1', promptId: 'msg_1', prompt: 'repair the bridge' };

let dir: string;
let worker: ScriptedWorker;
let opencode: ScriptedOpenCode2 = createScriptedOpenCode2({ directory: '/' });

beforeEach(async () => {
  // Tests of OpenCode 1 may have run in this process.
  openShared().isServed = false;
  dir = mkdtempSync(join(tmpdir(), 'precis-plugin2-'));
  worker = await startScriptedWorker();
  vi.stubEnv('OPENCODE_MEM_HOME', join(dir, 'state'));
});
afterEach(async () => {
  await opencode.unload();
  vi.unstubAllEnvs();
  await worker.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

async function load(more: Partial<Scripted2Options> = {}): Promise<ScriptedOpenCode2> {
  opencode = createScriptedOpenCode2({
    directory: join(dir, 'harbour'),
    ...more,
    options: { url: worker.url, ...more.options },
  });
  await opencode.load(plugin.setup);
  return opencode;
}
const sent = (): string[] => worker.calls.map(({ path }) => path);
const questions = () =>
  opencode.requests.filter(({ messages }) => textOf(messages).startsWith('Summarize this turn'));
const textOf = (messages: { content: { text: string }[] }[]): string =>
  messages.at(-1)?.content[0]?.text ?? '';

test('the plugin is one definition for both versions', () => {
  expect(plugin).toEqual({
    id: 'opencode-mem',
    server: expect.any(Function),
    setup: expect.any(Function),
  });
});

describe('a turn of OpenCode 2', () => {
  test('is stored: prompt, observation, summary of the session’s own model, in this order', async () => {
    await load();
    const content = [{ type: 'text', text: 'ok' }];
    await opencode.turn({ ...turn, tool: { name: 'shell', input: { command: 'make' }, content } });
    await opencode.unload();
    expect(sent()).toEqual([paths.init, paths.observation, paths.ingest, paths.complete]);
    expect(worker.calls.map(({ body }) => body)).toMatchObject([
      { contentSessionId: 'ses_1', project: 'harbour', prompt: 'repair the bridge', eventId: 'msg_1' },
      { tool_name: 'shell', tool_input: { command: 'make' }, tool_response: 'ok', promptEventId: 'msg_1' },
      { summary: fields, promptEventId: 'msg_1' },
      {},
    ]);
  });

  test('is summarized by one small question that leaves no trace in the session', async () => {
    await load();
    await opencode.turn(turn);
    await expect.poll(() => worker.to(paths.ingest).length).toBe(1);
    expect(questions()).toHaveLength(1);
    const [question] = questions();
    expect(question?.system).toHaveLength(1);
    expect(question?.messages).toHaveLength(1);
    expect(question?.tools).toEqual({});
    expect(textOf(question?.messages ?? [])).toMatch(
      /USER: repair the bridge[^]*ASSISTANT: It is repaired\./,
    );
    expect([...opencode.sessions.keys()]).toEqual(['ses_1']);
  });

  test.each(['failed', 'interrupted'] as const)('is summarized too where it %s', async (end) => {
    await load();
    await opencode.turn({ ...turn, end });
    await opencode.unload();
    expect(worker.to(paths.ingest)).toHaveLength(1);
  });

  test('keeps what a failed tool said', async () => {
    await load();
    await opencode.turn({ ...turn, tool: { name: 'shell', input: {}, content: '', error: 'no such file' } });
    await opencode.unload();
    expect(worker.to(paths.observation)[0]?.body.tool_response).toBe('failed: no such file');
  });

  test('of another folder, or of a helper, is not ours', async () => {
    await load();
    opencode.emit('session.created', { sessionID: 'ses_helper', parentID: 'ses_1' });
    await opencode.turn({ ...turn, sessionId: 'ses_2' });
    worker.calls.length = 0;
    const item = { type: 'user', payload: { text: 'elsewhere' } };
    opencode.emit(
      'session.inbox.enqueued',
      { sessionID: 'ses_3', inboxID: 'm3', item },
      { directory: '/other' },
    );
    opencode.emit('session.inbox.enqueued', { sessionID: 'ses_helper', inboxID: 'm4', item });
    await opencode.unload();
    expect(worker.to(paths.init)).toEqual([]);
  });

  test('is private where only signs are left, and a private prompt in the middle costs nothing', async () => {
    await load();
    await opencode.turn({ ...turn, prompt: '"<private>SECRET</private>"', reply: 'SECRET' });
    const session = { sessionID: 'ses_1' };
    await opencode.turn({ ...turn, promptId: 'msg_2', prompt: 'paint it', end: 'succeeded' });
    const hidden = { type: 'user', payload: { text: '<private>SECRET</private>' } };
    await opencode.hook('session', 'prompt', { ...session, messageID: 'msg_3', prompt: { text: 'oil it' } });
    opencode.emit('session.inbox.delivered', { ...session, inboxID: 'msg_3' });
    await opencode.settle();
    opencode.emit('session.inbox.enqueued', { ...session, inboxID: 'msg_4', item: hidden });
    const call = { ...session, tool: 'shell', id: 'c', messageID: 'r3', status: 'completed' };
    await opencode.hook('tool', 'execute.after', { ...call, result: { content: 'oiled' } });
    opencode.emit('session.execution.succeeded', session);
    await opencode.settle();
    await opencode.unload();
    expect(worker.to(paths.init).map(({ body }) => body.prompt)).toEqual([
      '<private></private>',
      'paint it',
      'oil it',
      '<private></private>',
    ]);
    expect(worker.to(paths.observation)[0]?.body).toMatchObject({
      tool_response: 'oiled',
      promptEventId: 'msg_3',
    });
    expect(worker.to(paths.ingest).at(-1)?.body).toMatchObject({ promptEventId: 'msg_3' });
    expect(JSON.stringify([worker.calls, questions()])).not.toContain('SECRET');
  });
});

describe('context', () => {
  test('is put before every request of a session, the same each time, and newer after a compaction', async () => {
    worker.context = 'From memory: the girders are cracked.';
    await load();
    const systemOf = async () =>
      (await opencode.request('ses_1', 'x')).system.map(({ text }) => text).slice(1);
    opencode.emit('session.created', { sessionID: 'ses_1' });
    await expect.poll(systemOf).toEqual(['From memory: the girders are cracked.']);
    worker.context = 'From memory: they are repaired.';
    expect(await systemOf()).toEqual(['From memory: the girders are cracked.']);
    opencode.emit('session.compaction.ended', { sessionID: 'ses_1' });
    await expect.poll(systemOf).toEqual(['From memory: they are repaired.']);
  });
});

describe('builds differ', () => {
  test.each([
    ['the hook for prompts', ['prompt hook']],
    ['a location', ['location']],
    ['tools', ['tools']],
  ] as [string, Scripted2Options['without']][])('without %s everything is stored', async (_, without) => {
    await load(without === undefined ? {} : { without });
    await opencode.turn({ ...turn, tool: { name: 'shell', input: {}, content: 'ok' } });
    await opencode.unload();
    expect(sent()).toEqual([paths.init, paths.observation, paths.ingest, paths.complete]);
    expect(worker.to(paths.init)[0]?.body.project).toBe('harbour');
  });

  test('without `generate`, or for another model, a session of the plugin’s own asks and is gone', async () => {
    await load({ without: ['generate'] });
    await opencode.turn(turn);
    await opencode.unload();
    expect(sent()).toEqual([paths.init, paths.ingest, paths.complete]);
    expect(questions()[0]?.tools).toEqual({});
    expect([...opencode.sessions.keys()]).toEqual(['ses_1']);
  });

  test.each([
    ['events', 'events'],
    ['hooks', 'hooks'],
    ['sessions', 'session'],
  ] as const)('without %s it loads and does what it can', async (_, part) => {
    await load({ without: [part] });
    await opencode.turn({ ...turn, tool: { name: 'shell', input: {}, content: 'ok' } });
    await opencode.unload();
    expect(sent().every((path) => Object.values(paths).includes(path))).toBe(true);
  });

  test.each([true, false])(
    'tools are registered with their name beside or within (%s)',
    async (hasToolNameBeside) => {
      await load({ hasToolNameBeside });
      worker.answer = 'S1 | the girders are cracked';
      expect([...opencode.tools.keys()]).toEqual([
        'memory_search',
        'memory_timeline',
        'memory_get',
        'memory_fixes',
        'memory_save',
      ]);
      expect(await opencode.tools.get('memory_search')?.({ query: 'girders' })).toEqual({
        content: worker.answer,
      });
    },
  );

  test('an empty context, or none, is no reason to throw', async () => {
    await load();
    for (const ctx of [{}, undefined, null])
      await expect(plugin.setup(ctx as never)).resolves.toEqual(expect.any(Function));
  });
});

describe('the user is never disturbed', () => {
  test('no hook and no event throws, whatever it is given', async () => {
    await load();
    const odd = [
      undefined,
      null,
      {},
      { sessionID: 7 },
      { sessionID: 'ses_1' },
      'x',
      { sessionID: 'ses_1', system: null },
    ];
    for (const event of odd) {
      for (const [domain, name] of [
        ['session', 'prompt'],
        ['session', 'context'],
        ['tool', 'execute.after'],
      ] as const)
        await expect(opencode.hook(domain, name, event)).resolves.toBeUndefined();
      opencode.emit('session.inbox.enqueued', event as object);
      opencode.emit('session.text.ended', event as object);
    }
    for (const run of opencode.tools.values())
      await expect(run(undefined)).resolves.toEqual({ content: expect.any(String) });
    await opencode.turn(turn);
    await opencode.unload();
    expect(worker.to(paths.ingest)).toHaveLength(1);
  });

  test('events out of order are put right', async () => {
    await load();
    const session = { sessionID: 'ses_1' };
    opencode.sessions.set('ses_1', { id: 'ses_1' });
    opencode.emit('session.inbox.delivered', { ...session, inboxID: 'msg_1' });
    opencode.emit('session.text.ended', { ...session, assistantMessageID: 'r1', text: 'Repaired.' });
    const item = { type: 'user', payload: { text: 'repair the bridge' } };
    opencode.emit('session.inbox.enqueued', { ...session, inboxID: 'msg_1', item });
    opencode.emit('session.created', session);
    opencode.emit('session.execution.succeeded', session);
    opencode.emit('session.execution.succeeded', session);
    await expect.poll(() => worker.to(paths.ingest).length).toBe(1);
    expect(worker.to(paths.init)).toHaveLength(1);
  });

  test('a question that hangs or fails ends in time, and the turn is left to the worker', async () => {
    await load({ options: { timeoutMs: 1000 } });
    opencode.answer = () => new Promise(() => {});
    await opencode.turn(turn);
    await opencode.unload();
    expect(worker.to(paths.summarize)).toHaveLength(1);
    opencode.answer = () => Promise.reject(new Error('AIError'));
    await opencode.load(plugin.setup);
    await opencode.turn({ ...turn, promptId: 'msg_2' });
    await opencode.unload();
    expect(worker.to(paths.summarize)).toHaveLength(2);
    expect(worker.to(paths.ingest)).toEqual([]);
    expect(await readSpools(join(dir, 'state'))).toEqual([]);
  });

  test('setup twice, as a reload does it, stores everything once', async () => {
    await load();
    await opencode.load(plugin.setup);
    await opencode.turn({ ...turn, tool: { name: 'shell', input: {}, content: 'ok' } });
    await opencode.unload();
    expect(sent()).toEqual([paths.init, paths.observation, paths.ingest, paths.complete]);
    expect(questions()).toHaveLength(1);
    worker.calls.length = 0;
    await opencode.load(plugin.setup);
    await opencode.turn({ ...turn, promptId: 'msg_2' });
    await opencode.unload();
    expect(sent()).toEqual([paths.init, paths.ingest, paths.complete]);
  });
});

describe('a process of OpenCode 1, which calls setup too', () => {
  const served = () =>
    plugin.server(
      { client: createScriptedOpenCode().client, directory: join(dir, 'harbour'), worktree: dir },
      { url: worker.url },
    );
  test.each(['before', 'after'])(
    'is served by the hooks of OpenCode 1 alone when they come %s it',
    async (order) => {
      if (order === 'before') await served();
      await load();
      if (order === 'after') await served();
      await opencode.turn(turn);
      await opencode.unload();
      expect(sent()).toEqual([]);
      expect(questions()).toEqual([]);
    },
  );
});
