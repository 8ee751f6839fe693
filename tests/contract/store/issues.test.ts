import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueIdSchema } from '#schema/ids.ts';
import { type Issue, issueSchema } from '#schema/runs/issue.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { createRun, createRunning, makeEvents, makeFailure, startTime } from './make-run.ts';
import { createThread } from './make-thread.ts';

describeEachStore('issues', (current) => {
  test('come back whole', async () => {
    const { store } = current();
    const run = await createRun(store);
    const issue = makeIssue({
      runId: run.id,
      details: { file: 'tea.yaml', line: 3, nested: { list: [1, null, 'ü'] } },
      lastEvents: makeEvents(run.id, 1, [{ type: 'run-start', attempt: 1 }]),
    });
    await store.runs.addIssue(issue);
    expect(issueSchema.parse(await store.runs.getIssue(issue.id))).toEqual(issue);
    expect(await store.runs.getIssue(makeIssue().id)).toBeNull();
  });

  test('are listed newest first, in pages, with the number of all of their kind', async () => {
    const { store } = current();
    const refused = Array.from({ length: 5 }, (_, index) => makeIssue({ createdAt: startTime + index }));
    const failed = makeIssue({ kind: 'run-failed', createdAt: startTime + 100 });
    for (const issue of [...refused, failed]) await store.runs.addIssue(issue);

    expect(await store.runs.listIssues({ limit: 10 })).toEqual({
      items: [failed, ...refused.toReversed()].map(aboutNothing),
      nextCursor: null,
      total: 6,
      failures: 6,
    });
    const first = await store.runs.listIssues({ kind: 'template-refused', limit: 3 });
    expect(first).toMatchObject({ items: refused.toReversed().slice(0, 3), total: 5 });
    const second = await store.runs.listIssues({
      kind: 'template-refused',
      limit: 3,
      cursor: first.nextCursor ?? undefined,
    });
    expect(second).toEqual({
      items: refused.toReversed().slice(3).map(aboutNothing),
      nextCursor: null,
      total: 5,
      failures: 5,
    });
  });

  test('say which article or thread, task and model their run is about', async () => {
    const { store } = current();
    const summary = await createRunning(store);
    await endRun(store, makeFailure(summary.id));
    const { id } = await createThread(store);
    await store.spaces.patchThread(id, { title: 'Found meanwhile' }, startTime);
    const reply = await createRun(store, {
      taskType: 'reply',
      source: { kind: 'thread', id, title: null },
    });
    await store.runs.addIssue(makeIssue({ runId: reply.id, createdAt: startTime + 9000 }));
    const { items } = await store.runs.listIssues({ limit: 5 });
    expect(items.map((issue) => issue.about)).toEqual([
      {
        taskType: 'reply',
        source: { kind: 'thread', id, title: 'Found meanwhile' },
        provider: null,
        model: null,
      },
      {
        taskType: 'summary',
        source: { kind: 'entry', id: 'article-1', title: 'On tea' },
        provider: 'openai',
        model: 'gpt-2025',
      },
    ]);
  });

  test('of runs that were stopped are listed, but are no failures', async () => {
    const { store } = current();
    await store.runs.addIssue(makeIssue({ kind: 'run-cancelled', code: 'run_cancelled' }));
    expect(await store.runs.listIssues({ limit: 5 })).toMatchObject({ total: 1, failures: 0 });
    await store.runs.addIssue(makeIssue({ kind: 'run-failed' }));
    expect(await store.runs.listIssues({ limit: 1 })).toMatchObject({ total: 2, failures: 1 });
  });

  test('are cleared together', async () => {
    const { store } = current();
    await store.runs.addIssue(makeIssue());
    await store.runs.addIssue(makeIssue());
    expect(await store.runs.deleteIssues()).toBe(2);
    expect(await store.runs.listIssues({ limit: 5 })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      failures: 0,
    });
  });
});

function aboutNothing(issue: Issue) {
  return { ...issue, about: null };
}

function makeIssue(changes: Partial<Issue> = {}): Issue {
  return {
    id: issueIdSchema.parse(randomUUID()),
    kind: 'template-refused',
    code: 'template_invalid',
    message: 'tea.yaml: version is missing.',
    runId: null,
    details: {},
    lastEvents: [],
    createdAt: startTime,
    ...changes,
  };
}
