import { expect, test } from 'vitest';
import type { Transaction } from '#engine/ports.ts';
import { runSchema } from '#schema/runs/run.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  input,
  makeFailure,
  makeRun,
  prepareRun,
  prompt,
  startTime,
} from './make-run.ts';

describeEachStore('runs', (current) => {
  test('a created run is queued and is read back whole, with its input', async () => {
    const { store } = current();
    const wanted = makeRun();
    const created = await store.runs.createRun(prepareRun(wanted));

    expect(created).toEqual({
      ...wanted,
      status: 'queued',
      attempt: 0,
      templateVersion: null,
      provenance: null,
      modelProfileId: null,
      provider: null,
      model: null,
      modelFailures: [],
      outputLanguage: null,
      coverage: null,
      grounding: null,
      usage: null,
      durationMs: null,
      errorCode: null,
      errorMessage: null,
      startedAt: null,
      finishedAt: null,
      updatedAt: wanted.createdAt,
    });
    expect(runSchema.parse(await store.runs.getRun(wanted.id))).toEqual(created);
    expect(await store.runs.getInput(wanted.id)).toEqual(input);
  });

  test('a run that is not there is null, and so is its input', async () => {
    const { store } = current();
    expect(await store.runs.getRun(makeRun().id)).toBeNull();
    expect(await store.runs.getInput(makeRun().id)).toBeNull();
  });

  test('an ended run keeps its provenance in lists, and what its prompts were rendered with apart from them', async () => {
    const { store } = current();
    const succeeded = await createSucceeded(store);
    const failed = await createRunning(store);
    await endRun(store, makeFailure(failed.id));
    const provenance = {
      templates: [{ id: 'summary', version: '3', origin: 'user', hash: 'hash-of-summary' }],
      systemPromptOverridden: true,
    };
    const { items } = await store.runs.listRuns({ limit: 5 });
    expect(items).toMatchObject([
      { templateVersion: '3', provenance },
      { templateVersion: '3', provenance },
    ]);
    expect(JSON.stringify(items)).not.toContain(prompt.systemPromptOverride);
    for (const { id } of [succeeded, failed]) expect(await store.runs.getPrompt(id)).toEqual(prompt);
    expect(await store.runs.getPrompt((await createRun(store)).id)).toBeNull();
  });

  test('a job is written in the transaction of its run', async () => {
    const { store, dialect } = current();
    const wanted = makeRun();
    const find = `select id from runs where id = ${dialect === 'sqlite' ? '?' : '$1'}`;
    let seen: unknown[] = [];
    const enqueue = async (tx: Transaction) => {
      seen = (await tx.executeSql(find, [wanted.id])).rows;
    };
    await store.runs.createRun(prepareRun(wanted, { enqueue }));
    expect(seen).toEqual([expect.objectContaining({ id: wanted.id })]);
  });

  test('a run whose job cannot be written is not kept', async () => {
    const { store } = current();
    const wanted = makeRun();
    const enqueue = () => Promise.reject(new Error('the queue is closed'));
    await expect(store.runs.createRun(prepareRun(wanted, { enqueue }))).rejects.toThrow(
      'the queue is closed',
    );
    expect(await store.runs.getRun(wanted.id)).toBeNull();
    expect(await store.runs.getInput(wanted.id)).toBeNull();
  });

  test('a job that breaks a rule of the database takes its run with it', async () => {
    const { store } = current();
    const known = await createRun(store);
    const wanted = makeRun();
    const enqueue = async (tx: Transaction) => {
      await tx.executeSql('insert into no_such_table values (1)');
    };
    await expect(store.runs.createRun(prepareRun(wanted, { enqueue }))).rejects.toThrow('no_such_table');
    expect(await store.runs.getRun(wanted.id)).toBeNull();
    expect((await store.runs.listRuns({ limit: 10 })).items).toEqual([known]);
  });

  test('marking for cancellation answers what the run was doing', async () => {
    const { store } = current();
    const queued = await createRun(store);
    const running = await createRunning(store);
    const ended = await createSucceeded(store);
    expect(await store.runs.markCancelled(queued.id, startTime)).toBe('queued');
    expect(await store.runs.markCancelled(running.id, startTime)).toBe('running');
    expect(await store.runs.markCancelled(running.id, startTime)).toBe('running');
    expect(await store.runs.markCancelled(ended.id, startTime)).toBe('ended');
    expect(await store.runs.markCancelled(makeRun().id, startTime)).toBe('missing');
    expect((await store.runs.getRun(running.id))?.status).toBe('running');
  });
});

describeEachStore('the list of runs', (current) => {
  test('is newest first and its pages neither repeat nor leave out, even where times are equal', async () => {
    const { store } = current();
    const created = [];
    for (let index = 0; index < 23; index += 1) {
      created.push(await createRun(store, { createdAt: startTime + Math.floor(index / 5) }));
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.runs.listRuns({ limit: 4, cursor });
      expect(page.items.length).toBeLessThanOrEqual(4);
      seen.push(...page.items.map((run) => run.id));
      cursor = page.nextCursor ?? undefined;
      // A run that arrives between two pages shifts nothing.
      await createRun(store, { createdAt: startTime + 1000 });
    } while (cursor !== undefined);

    const newestFirst = created.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
    expect(seen).toEqual(newestFirst.map((run) => run.id));
  });

  test('has no next page after a page that is exactly full', async () => {
    const { store } = current();
    await createRun(store);
    await createRun(store);
    const page = await store.runs.listRuns({ limit: 2 });
    expect(page.items).toHaveLength(2);
    expect(page.nextCursor).toBeNull();
  });

  test('can be narrowed by status, task and source', async () => {
    const { store } = current();
    const queued = await createRun(store, { source: { kind: 'text', id: 'abc', title: null } });
    const failed = await createRunning(store);
    await endRun(store, makeFailure(failed.id));
    const ids = async (query: object) => {
      const page = await store.runs.listRuns({ limit: 10, ...query });
      return page.items.map((run) => run.id);
    };
    expect(await ids({ status: 'queued' })).toEqual([queued.id]);
    expect(await ids({ status: 'failed' })).toEqual([failed.id]);
    expect(await ids({ status: 'running' })).toEqual([]);
    expect(await ids({ taskType: 'summary' })).toHaveLength(2);
    expect(await ids({ sourceKind: 'text' })).toEqual([queued.id]);
    expect(await ids({ sourceKind: 'text', sourceId: 'abc' })).toEqual([queued.id]);
    expect(await ids({ sourceKind: 'entry', sourceId: 'abc' })).toEqual([]);
  });

  test.each(['', 'garbled', '%%%', 'WzEsMl0', Buffer.from('[1,"x\' or 1=1"]').toString('base64url')])(
    'refuses the cursor %j',
    async (cursor) => {
      const { store } = current();
      await expect(store.runs.listRuns({ limit: 5, cursor })).rejects.toMatchObject({
        code: 'invalid_input',
      });
      await expect(store.runs.listIssues({ limit: 5, cursor })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );
});
