import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSpools } from '#plugin/delivery/spool.ts';
import plugin from '#plugin/opencode-mem.ts';
import {
  createScriptedOpenCode,
  fields,
  type ScriptedOpenCode,
  structured,
} from '#tests/fixtures/scripted-opencode.ts';
import { type ScriptedWorker, startScriptedWorker } from '#tests/fixtures/scripted-worker.ts';
import type { Hooks } from './ports.ts';

const paths = {
  init: '/api/sessions/init',
  observation: '/api/sessions/observations',
  ingest: '/api/sessions/summarize/ingest',
  summarize: '/api/sessions/summarize',
  complete: '/api/sessions/complete',
};

const hookNames = [
  'event',
  'command.execute.before',
  'chat.message',
  'experimental.chat.system.transform',
  'tool.execute.after',
  'dispose',
] as const;

let dir: string;
let worker: ScriptedWorker;
let opencode: ScriptedOpenCode;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'precis-plugin-'));
  worker = await startScriptedWorker();
  opencode = createScriptedOpenCode();
  vi.stubEnv('OPENCODE_MEM_HOME', join(dir, 'state'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await worker.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

/** Loads the plugin. The folder is new in each test, and so is everything that copies of the plugin share. */
async function load(options: object = {}): Promise<Hooks> {
  const hooks = await plugin.server(
    { client: opencode.client, directory: join(dir, 'harbour'), worktree: join(dir, 'harbour') },
    { url: worker.url, ...options },
  );
  return hooks as Hooks;
}

const turn = { sessionId: 'ses_1', messageId: 'msg_1', prompt: 'repair the bridge' };

describe('a turn', () => {
  test('is stored: prompt, observation, summary of OpenCode’s own model, in this order', async () => {
    const hooks = await load();
    const tool = { name: 'bash', args: { command: 'make' }, output: 'ok' };
    await opencode.turn(hooks, { ...turn, tool });
    await hooks.dispose();
    expect(worker.calls.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: paths.init,
        body: {
          contentSessionId: 'ses_1',
          project: 'harbour',
          projectIdentities: [`folder:${join(dir, 'harbour')}`],
          prompt: 'repair the bridge',
          at: expect.any(Number),
          eventId: 'msg_1',
        },
      },
      {
        path: paths.observation,
        body: {
          contentSessionId: 'ses_1',
          promptEventId: 'msg_1',
          tool_name: 'bash',
          tool_input: { command: 'make' },
          tool_response: 'ok',
          cwd: join(dir, 'harbour'),
          at: expect.any(Number),
          eventId: 'ses_1:call_msg_1',
        },
      },
      {
        path: paths.ingest,
        body: {
          contentSessionId: 'ses_1',
          promptEventId: 'msg_1',
          summary: fields,
          at: expect.any(Number),
          eventId: 'summary:msg_1',
        },
      },
      { path: paths.complete, body: { contentSessionId: 'ses_1', eventId: 'complete:msg_1' } },
    ]);
  });

  test('costs one question, without tools, to the session’s model; its session is gone afterwards', async () => {
    const hooks = await load();
    await opencode.turn(hooks, turn);
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } });
    await expect.poll(() => worker.to(paths.ingest).length).toBe(1);
    expect(opencode.questions).toMatchObject([
      { model: { providerID: 'fake', modelID: 'fake-1' }, tools: { '*': false, StructuredOutput: true } },
    ]);
    expect([...opencode.sessions.keys()]).toEqual(['ses_1']);
    await hooks.dispose();
    expect(opencode.questions).toHaveLength(1);
  });

  test('is summarized by another model where one is named', async () => {
    const hooks = await load({ model: 'openai/gpt-5.2' });
    await opencode.turn(hooks, turn);
    await hooks.dispose();
    expect(opencode.questions).toMatchObject([{ model: { providerID: 'openai', modelID: 'gpt-5.2' } }]);
  });

  test('is stored without what is switched off', async () => {
    worker.context = 'something';
    const hooks = await load({ summaries: false, observations: false, context: false });
    await opencode.turn(hooks, { ...turn, tool: { name: 'bash', args: {}, output: 'ok' } });
    const output = { system: ['You are opencode'] };
    await hooks['experimental.chat.system.transform']({ sessionID: 'ses_1' }, output);
    await hooks.dispose();
    expect(worker.calls.map(({ path }) => path)).toEqual([paths.init, paths.complete]);
    expect(opencode.questions).toEqual([]);
    expect(output.system).toEqual(['You are opencode']);
  });

  test('without an answer is not summarized', async () => {
    const hooks = await load();
    await opencode.turn(hooks, { ...turn, reply: '' });
    await hooks.dispose();
    expect(opencode.questions).toEqual([]);
    expect(worker.to(paths.init)).toHaveLength(1);
  });

  test('that follows at once is told in the same summary', async () => {
    const hooks = await load();
    await opencode.turn(hooks, turn);
    await opencode.turn(hooks, { ...turn, messageId: 'msg_2', prompt: 'and paint it' });
    await hooks.dispose();
    expect(opencode.questions).toHaveLength(1);
    expect(opencode.questions[0]?.text).toMatch(/repair the bridge[^]*and paint it/);
    expect(worker.to(paths.ingest)).toHaveLength(1);
  });

  test('goes to the worker after the summary of the one before, though that is slow', async () => {
    const hooks = await load();
    const slow = Promise.withResolvers<ReturnType<typeof structured>>();
    opencode.answer = () => slow.promise;
    await opencode.turn(hooks, turn);
    await expect.poll(() => opencode.questions.length).toBe(1);
    await opencode.turn(hooks, { ...turn, messageId: 'msg_2', prompt: 'and paint it' });
    slow.resolve(structured());
    await expect.poll(() => worker.to(paths.ingest).length).toBe(2);
    expect(worker.calls.map(({ path }) => path)).toEqual([
      paths.init,
      paths.ingest,
      paths.init,
      paths.ingest,
    ]);
  });
});

describe('a summary that fails', () => {
  test.each([
    [
      'comes back with the role of the user',
      { info: { id: 'x', role: 'user' }, parts: [{ type: 'text', text: JSON.stringify(fields) }] },
    ],
    ['is empty', { info: { id: 'x', role: 'assistant' }, parts: [] }],
  ])('because it %s is not stored, and is left to the worker when OpenCode ends', async (_, answer) => {
    const hooks = await load();
    opencode.answer = () => answer;
    await opencode.turn(hooks, turn);
    await hooks.dispose();
    expect(worker.to(paths.ingest)).toEqual([]);
    expect(worker.to(paths.summarize).map(({ body }) => body)).toEqual([
      {
        contentSessionId: 'ses_1',
        promptEventId: 'msg_1',
        last_assistant_message: 'It is repaired.',
        ifMissing: true,
        eventId: 'pending:msg_1',
      },
    ]);
    expect(worker.calls.map(({ path }) => path).slice(-2)).toEqual([paths.summarize, paths.complete]);
    expect(await readSpools(join(dir, 'state'))).toEqual([]);
    expect([...opencode.sessions.keys()]).toEqual(['ses_1']);
  });

  test('stays visible while OpenCode runs, and while there is no worker to leave it to', async () => {
    const hooks = await load();
    opencode.answer = () => ({ info: { id: 'x', role: 'assistant' }, parts: [] });
    await opencode.turn(hooks, turn);
    const pending = [{ path: paths.summarize, note: 'the answer contains no summary' }];
    await expect
      .poll(() => readSpools(join(dir, 'state')))
      .toMatchObject([{ ...pending[0], notBefore: expect.any(Number) }]);
    worker.fault = 503;
    await hooks.dispose();
    expect((await readSpools(join(dir, 'state'))).filter(({ note }) => note !== undefined)).toMatchObject(
      pending,
    );
  });

  test('because the model fails is not asked for again by OpenCode', async () => {
    const hooks = await load();
    opencode.answer = () => new Promise(() => {});
    await opencode.turn(hooks, turn);
    const disposed = hooks.dispose();
    await expect.poll(() => opencode.questions.length).toBe(1);
    const sessionID = opencode.questions[0]?.sessionId ?? '';
    const status = { type: 'retry', message: 'status 500' };
    await hooks.event({ event: { type: 'session.status', properties: { sessionID, status } } });
    await disposed;
    expect(opencode.aborted).toEqual([sessionID]);
    expect(opencode.log).toContain('no summary of ses_1 yet: the model failed: status 500');
    expect(worker.to(paths.summarize)).toHaveLength(1);
  });

  test('because the model hangs ends by its own time-out', async () => {
    const hooks = await load({ timeoutMs: 1000 });
    opencode.answer = () => new Promise(() => {});
    await opencode.turn(hooks, turn);
    await hooks.dispose();
    expect(opencode.aborted).toHaveLength(1);
    expect(opencode.sessions.size).toBe(1);
  });

  test('is made good by the next turn of its session, and nothing waits any more', async () => {
    const hooks = await load();
    opencode.answer = () => ({ info: { id: 'x', role: 'assistant' }, parts: [] });
    await opencode.turn(hooks, turn);
    await expect.poll(() => readSpools(join(dir, 'state'))).toHaveLength(1);
    opencode.answer = () => structured();
    await opencode.turn(hooks, { ...turn, messageId: 'msg_2', prompt: 'and paint it' });
    await hooks.dispose();
    expect(opencode.questions.at(-1)?.text).toMatch(/repair the bridge[^]*and paint it/);
    expect(worker.to(paths.ingest)).toHaveLength(1);
    expect(worker.to(paths.summarize)).toEqual([]);
    expect(await readSpools(join(dir, 'state'))).toEqual([]);
  });
});

describe('context', () => {
  const system = (): { system: string[] } => ({ system: ['You are opencode'] });

  test('is put into the prompts of the user’s sessions, once, and into no title', async () => {
    worker.context = '<memory>The girders are cracked.</memory>';
    const hooks = await load();
    await opencode.turn(hooks, turn);
    const transform = hooks['experimental.chat.system.transform'];
    await expect
      .poll(async () => {
        const output = system();
        await transform({ sessionID: 'ses_1' }, output);
        await transform({ sessionID: 'ses_1' }, output);
        return output.system;
      })
      .toEqual(['You are opencode', worker.context]);
    const title = { system: ['You are a title generator. You output only a title.'] };
    await transform({ sessionID: 'ses_1' }, title);
    expect(title.system).toHaveLength(1);
    await hooks.dispose();
  });

  test('is not put into a helper’s session', async () => {
    worker.context = 'something';
    const hooks = await load();
    const info = { id: 'ses_helper', parentID: 'ses_1' };
    await hooks.event({ event: { type: 'session.created', properties: { sessionID: info.id, info } } });
    const output = system();
    await hooks['experimental.chat.system.transform']({ sessionID: info.id }, output);
    expect(output.system).toEqual(['You are opencode']);
  });
});

describe('the user is never disturbed', () => {
  test.each([
    ['down', null],
    ['hanging', 'hang' as const],
    ['failing', 500],
  ])('no hook waits for a worker that is %s, and nothing is lost', async (_, fault) => {
    const port = Number(new URL(worker.url).port);
    worker.fault = fault;
    if (fault === null) await worker.close();
    const hooks = await load();
    // A call that waits for the worker takes its time-out of five seconds, or two seconds if context is read.
    expect(await slowestHook(hooks)).toBeLessThan(2000);
    await hooks.dispose();
    if (fault === null) worker = await startScriptedWorker(port);
    worker.fault = null;
    await hooks.dispose();
    await expect.poll(() => worker.to(paths.ingest).length).toBe(1);
    expect(worker.to(paths.init)).toHaveLength(1);
    // An event that is sent late states when it happened.
    expect(worker.to(paths.init)[0]?.body.at).toBeLessThan(Date.now());
  });

  async function slowestHook(hooks: Hooks): Promise<number> {
    const times: number[] = [];
    const timed = Object.fromEntries(
      hookNames.map((name) => [
        name,
        async (...args: unknown[]) => {
          const startedAt = performance.now();
          await Reflect.apply(hooks[name], undefined, args);
          times.push(performance.now() - startedAt);
        },
      ]),
    ) as unknown as Hooks;
    const tool = { name: 'read', args: { path: 'x' }, output: 'line\n'.repeat(50_000) };
    await opencode.turn(timed, { ...turn, tool });
    await timed['experimental.chat.system.transform'](
      { sessionID: 'ses_1' },
      { system: ['You are opencode'] },
    );
    return Math.max(...times);
  }

  test('no hook throws, whatever it is given', async () => {
    const hooks = await load();
    const odd = [undefined, null, {}, { event: null }, { event: { type: 'session.idle' } }, { sessionID: 7 }];
    for (const input of odd) {
      for (const name of hookNames)
        await expect(Reflect.apply(hooks[name], undefined, [input, input])).resolves.toBeUndefined();
      for (const { execute } of Object.values(hooks.tool))
        await expect(execute(input)).resolves.toEqual(expect.any(String));
    }
  });

  test('loading never throws', async () => {
    await expect(plugin.server(undefined as never)).resolves.toEqual({});
  });
});

describe('recursion', () => {
  test('nothing that happens in the plugin’s own session is remembered or summarized', async () => {
    const hooks = await load();
    opencode.answer = async (sessionId) => {
      await opencode.turn(hooks, { sessionId, messageId: `msg_${sessionId}`, prompt: 'the question itself' });
      return structured();
    };
    await opencode.turn(hooks, turn);
    await hooks.dispose();
    expect(opencode.questions).toHaveLength(1);
    expect(worker.to(paths.init)).toHaveLength(1);
  });

  test('a session with a parent, or with the plugin’s title, is not the user’s', async () => {
    const hooks = await load();
    opencode.sessions.set('ses_helper', { id: 'ses_helper', parentID: 'ses_1' });
    opencode.sessions.set('ses_left', { id: 'ses_left', title: 'opencode-mem: summary' });
    for (const sessionId of ['ses_helper', 'ses_left'])
      await opencode.turn(hooks, { sessionId, messageId: `msg_${sessionId}`, prompt: 'x' });
    await hooks.dispose();
    expect(worker.calls).toEqual([]);
    expect(opencode.questions).toEqual([]);
  });
});

describe('loaded twice', () => {
  test('everything is stored once', async () => {
    const first = await load();
    const second = await load();
    const both = Object.fromEntries(
      hookNames.map((key) => {
        const call = (hooks: Hooks, args: unknown[]): unknown => Reflect.apply(hooks[key], undefined, args);
        return [key, async (...args: unknown[]) => void (await call(first, args), await call(second, args))];
      }),
    ) as unknown as Hooks;
    await opencode.turn(both, { ...turn, tool: { name: 'bash', args: {}, output: 'ok' } });
    await both.dispose();
    expect(worker.calls.map(({ path }) => path)).toEqual([
      paths.init,
      paths.observation,
      paths.ingest,
      paths.complete,
    ]);
    expect(opencode.questions).toHaveLength(1);
  });
});
