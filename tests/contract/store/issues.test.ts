import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueIdSchema } from '#schema/ids.ts';
import { type Issue, issueSchema } from '#schema/issue.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { createRun, makeEvents, startTime } from './make-run.ts';

describeEachStore('issues', (current) => {
  test('come back whole', async () => {
    const { store } = current();
    const run = await createRun(store);
    const issue = makeIssue({
      runId: run.id,
      details: { file: 'tea.yaml', line: 3, nested: { list: [1, null, 'ü'] } },
      lastEvents: makeEvents(run.id, 1, [{ type: 'run-start', attempt: 1 }]),
    });
    await store.addIssue(issue);
    expect(issueSchema.parse(await store.getIssue(issue.id))).toEqual(issue);
    expect(await store.getIssue(makeIssue().id)).toBeNull();
  });

  test('are listed newest first, in pages, with the number of all of their kind', async () => {
    const { store } = current();
    const refused = Array.from({ length: 5 }, (_, index) => makeIssue({ createdAt: startTime + index }));
    const failed = makeIssue({ kind: 'run-failed', createdAt: startTime + 100 });
    for (const issue of [...refused, failed]) await store.addIssue(issue);

    expect(await store.listIssues({ limit: 10 })).toEqual({
      items: [failed, ...refused.toReversed()],
      nextCursor: null,
      total: 6,
    });
    const first = await store.listIssues({ kind: 'template-refused', limit: 3 });
    expect(first).toMatchObject({ items: refused.toReversed().slice(0, 3), total: 5 });
    const second = await store.listIssues({
      kind: 'template-refused',
      limit: 3,
      cursor: first.nextCursor ?? undefined,
    });
    expect(second).toEqual({ items: refused.toReversed().slice(3), nextCursor: null, total: 5 });
  });

  test('are cleared together', async () => {
    const { store } = current();
    await store.addIssue(makeIssue());
    await store.addIssue(makeIssue());
    expect(await store.deleteIssues()).toBe(2);
    expect(await store.listIssues({ limit: 5 })).toEqual({ items: [], nextCursor: null, total: 0 });
  });
});

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
