import { expect } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import type { Store } from '#store/store.ts';

/** Lists all existing runs. */
export async function listRuns(store: Store): Promise<Run[]> {
  const runs: Run[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await store.runs.listRuns({ limit: 500, cursor });
    runs.push(...page.items);
    cursor = page.nextCursor;
  }
  return runs;
}

/**
 * Checks that each run has ended, and that it has a payload only if it succeeded. Returns the count of each outcome.
 */
export async function checkRuns(store: Store, runs: Run[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (const run of runs) {
    const outcome = run.errorCode ?? run.status;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    expect(['succeeded', 'run_cancelled', 'run_interrupted'], `${run.taskType} ${run.id}`).toContain(outcome);
    // Replies, folds and turns are checked with their threads and conversations.
    if (run.taskType === 'summary') {
      expect((await store.reader.getSummaryByRun(run.id)) !== null, `the summary of ${run.id}`).toBe(
        run.status === 'succeeded',
      );
    }
    if (run.taskType === 'session') {
      expect(
        (await store.sessions.findSessionSummary(run.id)) !== null,
        `the session summary of ${run.id}`,
      ).toBe(run.status === 'succeeded');
    }
  }
  return outcomes;
}
