import type { CheckState } from '#schema/check-wire.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';

export type CheckTask = 'check' | 'repair';

export interface CheckRun {
  task: CheckTask;
  run: Run;
}

/** The run to follow. `ended` is one whose end was seen here: a response already in flight may list it as active. */
export function pickActive(state: CheckState | undefined, ended: RunId | null): CheckRun | null {
  return listRuns(state).find(({ run }) => run.finishedAt === null && run.id !== ended) ?? null;
}

/** The newest run if it failed. A later success makes an earlier failure irrelevant. */
export function pickFailed(state: CheckState | undefined): CheckRun | null {
  const [newest] = listRuns(state).toSorted((a, b) => b.run.createdAt - a.run.createdAt);
  return newest?.run.status === 'failed' ? newest : null;
}

function listRuns(state: CheckState | undefined): CheckRun[] {
  const { check = null, repair = null } = state ?? {};
  return [
    ...(check === null ? [] : [{ task: 'check' as const, run: check }]),
    ...(repair === null ? [] : [{ task: 'repair' as const, run: repair }]),
  ];
}
