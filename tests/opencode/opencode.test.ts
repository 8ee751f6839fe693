import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { runCli } from '#tests/cli/run-cli.ts';
import pasted from '#tests/fixtures/memories/pasted-prompts.json' with { type: 'json' };
import { openServedSession } from './ask-served.ts';
import { type CodingModel, startCodingModel } from './coding-model.ts';
import { isGroupAlive, opencode, openProject, type Project } from './open-project.ts';
import { startWorker, type Worker } from './start-worker.ts';

/**
 * The number of runs. It is 20 in the full version, which also runs the slow parts. Each run takes about ten seconds.
 */
const { PRECIS_OPENCODE_RUNS } = process.env;
const runs = Number(PRECIS_OPENCODE_RUNS ?? 2);
const isFull = PRECIS_OPENCODE_RUNS !== undefined;

if (opencode === null) console.warn('There is no OpenCode for this platform: its tests are skipped.');

describe.skipIf(opencode === null)('with the real OpenCode', () => {
  let model: CodingModel;
  let worker: Worker;
  let project: Project;

  beforeAll(async () => {
    model = await startCodingModel();
  });
  afterAll(() => model?.close());

  beforeEach(async () => {
    model.reset();
    worker = await startWorker();
    project = await openProject({ modelUrl: model.baseUrl, workerUrl: worker.url, isLoadedTwice: true });
  });
  afterEach(async () => {
    await worker.close();
    project.close();
  });

  const status = async (): Promise<string> =>
    (await runCli(['opencode'], { home: project.dir, env: project.env })).out;

  function expectNothingLeft(pid: number): void {
    expect(isGroupAlive(pid)).toBe(false);
    const left = project
      .sessions()
      .filter(({ parentId, title }) => parentId !== null || /opencode-mem/.test(title));
    expect(left).toEqual([]);
  }

  test(`${runs} runs in a row give ${runs} summaries, each of its own turn, and each run knows of those before`, async () => {
    for (let n = 1; n <= runs; n += 1) {
      const prompt = `use a tool to repair bridge number ${n}`;
      const { code, out, pid } = await project.run(prompt);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`bridge number ${n}`) });
      expectNothingLeft(pid);

      const summaries = await worker.list('summaries');
      expect(summaries).toHaveLength(n);
      expect(summaries[0]).toMatchObject({
        request: `The user asked: ${prompt}`,
        completed: `It was done: ${prompt}`,
        notes: null,
      });
      expect(await worker.list('prompts')).toHaveLength(n);
      const [observation] = await worker.list('observations');
      expect(observation).toMatchObject({ toolName: 'bash' });
      expect(JSON.stringify(observation)).not.toContain('hunter2');
      expect(model.summaries()).toHaveLength(n);
      expect(model.turns().at(-1)?.system.includes('lighthouse keeper')).toBe(n > 1);
    }
    expect(JSON.stringify(await worker.list('summaries'))).not.toContain('Summarize this turn');
  });

  test('texts that are pasted into prompts become no rules', async () => {
    const served = await project.serve();
    try {
      const { ask } = await openServedSession(served, project.dir);
      const forms = pasted.filter(({ typed }) => typed.length === 0).slice(0, 5);
      await ask('Never push to main without asking.');
      for (const { prompt } of forms) await ask(prompt);
      await expect.poll(async () => (await worker.list('prompts')).length).toBe(forms.length + 1);
      const { items } = await createClient({ fetch, baseUrl: worker.url }).memories.list({ state: 'all' });
      expect(items).toMatchObject([{ text: 'Never push to main without asking.', supersededAt: null }]);
    } finally {
      await served.end();
    }
  });

  test('two sessions of one server are remembered at the same time, each for itself', async () => {
    const served = await project.serve();
    try {
      const sessions = [
        await openServedSession(served, project.dir),
        await openServedSession(served, project.dir),
      ];
      await Promise.all(sessions.map((session, n) => session.ask(`paint boat ${n}`)));
      await expect.poll(async () => (await worker.list('summaries')).length, { timeout: 60_000 }).toBe(2);
      const summaries = await worker.list('summaries');
      for (const [n, { id }] of sessions.entries()) {
        const mine = summaries.filter(({ contentSessionId }) => contentSessionId === id);
        expect(mine).toMatchObject([{ request: `The user asked: paint boat ${n}` }]);
      }
      expect(model.summaries()).toHaveLength(2);
    } finally {
      await served.end();
    }
    expectNothingLeft(served.pid);
  });

  test('the model searches the memory with tools of OpenCode, and what a shell calls private is private', async () => {
    expect((await project.run('repair the lighthouse')).code).toBe(0);
    const { code, out, err } = await project.run('search the memory for it');
    expect({ code, err: `${out}${err}` }).toEqual({ code: 0, err: expect.stringContaining('memory_search') });
    const { messages = [], tools = [] } = (model.turns().at(-1)?.body ?? {}) as {
      messages?: { role: string; content: unknown }[];
      tools?: { function: { name: string } }[];
    };
    const names = tools.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(['memory_search', 'memory_timeline', 'memory_get']));
    const answer = JSON.stringify(messages.filter(({ role }) => role === 'tool'));
    expect(answer).toContain('repair the lighthouse');
    expect(model.turns().at(-1)?.system).toContain('The tools memory_search, memory_timeline and memory_get');

    const asked = model.summaries().length;
    expect((await project.run('<private>the code is SECRETWORD</private>')).code).toBe(0);
    expect((await worker.list('prompts'))[0]).toMatchObject({ text: null });
    expect(model.summaries()).toHaveLength(asked);
    const kept = await Promise.all((['prompts', 'observations', 'summaries'] as const).map(worker.list));
    expect(JSON.stringify(kept)).not.toContain('SECRETWORD');
  });

  describe.runIf(isFull)('in full', () => {
    test('10 runs beside two busy processes give 10 summaries, of the model or of the worker', async () => {
      const burners = [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
      try {
        for (let n = 1; n <= 10; n += 1) expect((await project.run(`repair pier ${n}`)).code).toBe(0);
        await expect.poll(async () => (await worker.list('summaries')).length, { timeout: 60_000 }).toBe(10);
      } finally {
        for (const burner of burners) burner.kill('SIGKILL');
      }
      const summaries = await worker.list('summaries');
      const sessions = new Set(summaries.map(({ contentSessionId }) => contentSessionId));
      expect(sessions.size).toBe(10);
      const made = summaries.filter(({ runId }) => runId !== null).length;
      console.info(`10 runs under load: ${10 - made} summaries of the model, ${made} of the worker`);
      expect(await status()).toContain('✓ waiting: nothing');
    });

    test('a model without structured output is understood by its JSON, at the cost of one question', async () => {
      model.summarize = 'plain-json';
      expect((await project.run('repair the crane')).code).toBe(0);
      expect(await worker.list('summaries')).toMatchObject([{ request: 'The user asked: repair the crane' }]);
      expect(model.summaries()).toHaveLength(1);
    });
  });

  test.each(isFull ? (['fail', 'hang'] as const) : (['fail'] as const))(
    'when the model’s summaries %s, the turn ends in time and the worker summarizes it at once',
    async (fault) => {
      model.summarize = fault;
      const { code, out, pid } = await project.run('repair the crane');
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Done as asked') });
      expectNothingLeft(pid);
      expect(await worker.list('prompts')).toHaveLength(1);
      expect(model.summaries()).toHaveLength(1);
      await expect.poll(async () => (await worker.list('summaries')).length, { timeout: 30_000 }).toBe(1);
      expect((await worker.list('summaries'))[0]).toMatchObject({
        request: expect.stringContaining('repair the crane'),
        runId: expect.any(String),
      });
      expect(await status()).toContain('✓ waiting: nothing');

      // The session continues, and its next turn has its own summary.
      model.summarize = 'structured';
      expect((await project.run('and oil it', '--continue')).code).toBe(0);
      expect(await worker.list('summaries')).toHaveLength(2);
      expect(await status()).toContain('✓ waiting: nothing');
    },
  );

  test('a worker that is killed and comes back has everything once', async () => {
    await worker.kill();
    const { code } = await project.run('use a tool to repair the crane');
    expect(code).toBe(0);
    expect(await status()).toContain('4 events');
    await worker.restart();
    expect((await project.run('paint the crane')).code).toBe(0);
    expect(await worker.list('prompts')).toHaveLength(2);
    expect(await worker.list('observations')).toHaveLength(1);
    expect(await worker.list('summaries')).toMatchObject([
      { request: 'The user asked: paint the crane' },
      { request: 'The user asked: use a tool to repair the crane' },
    ]);
    expect(await status()).toContain('✓ waiting: nothing');
  });
});
