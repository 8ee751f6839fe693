import { inject } from 'vitest';
import { page } from 'vitest/browser';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import { type Run, type RunStatus, runSchema } from '#schema/runs/run.ts';
import { type RunWithSummary, runWithSummarySchema } from '#schema/runs/summary.ts';
import { issuePageSchema } from '#schema/wire.ts';

const recorded = Object.values(inject('recordedAnswers')['runs.get'] ?? {}).map((each) =>
  runWithSummarySchema.parse(each),
);

/** Makes a run that wrote a summary of a text with this title, from a recorded run. */
export function succeeded(title: string): RunWithSummary {
  const found = recorded.find(({ run, summary }) => run.status === 'succeeded' && summary !== null);
  if (found === undefined) throw new Error('no summary was recorded');
  return { ...found, run: named(found.run, title) };
}

/** Makes a run whose API key was rejected, about a text with this title, from a recorded run. */
export function failed(title: string): RunWithSummary {
  const found = recorded.find(({ run }) => run.status === 'failed');
  if (found === undefined) throw new Error('no failed run was recorded');
  return { ...found, run: named(found.run, title) };
}

/** Makes a run in progress. */
export function running(title: string): RunWithSummary {
  const { run, ...rest } = succeeded(title);
  const unknown = { outputLanguage: null, grounding: null, usage: null, durationMs: null, finishedAt: null };
  return { ...rest, summary: null, run: { ...run, ...unknown, status: 'running' } };
}

function named(run: Run, title: string): Run {
  return { ...run, id: newId(), source: { kind: 'text', id: title, title } };
}

function newId(): RunId {
  return runIdSchema.parse(crypto.randomUUID());
}

/** Makes this many runs. */
export function many(count: number): Run[] {
  const { run } = succeeded('One of many');
  return Array.from({ length: count }, () => runSchema.parse({ ...run, id: newId() }));
}

/** Makes the list of runs, which follows the filter. */
export function listOf(...runs: readonly RunWithSummary[]) {
  return ({ status }: { status?: RunStatus | undefined } = {}) => ({
    items: runs.map(({ run }) => run).filter((run) => status === undefined || run.status === status),
    nextCursor: null,
  });
}

export const noIssues = { items: [], nextCursor: null, total: 0, failures: 0 };
/** A list with the one issue of the failed run that was recorded. */
export const oneIssue = issuePageSchema.parse(inject('recordedAnswers')['issues.list']?.['']);

export const rows = page.css('main tbody tr');
export const rowOf = (title: string) => rows.filter({ hasText: title });
export const runPanel = page.getByRole('complementary', { name: 'Run', exact: true });
export const issuePanel = page.getByRole('complementary', { name: 'Issue', exact: true });
