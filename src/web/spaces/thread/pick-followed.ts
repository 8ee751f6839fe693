import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';

interface UnderWay {
  fold: Run | null;
  reply: Run | null;
  /** The run whose events to read: one at a time, since browsers have few connections to spare. */
  followed: Run | null;
}

/** `ended` are runs whose end was seen here; a response already in flight may still list them as active. */
export function pickFollowed(activeRuns: readonly Run[], ended: ReadonlySet<RunId>): UnderWay {
  const find = (taskType: Run['taskType']) =>
    activeRuns.find((run) => run.taskType === taskType && !ended.has(run.id)) ?? null;
  const fold = find('fold');
  const reply = find('reply');
  // Even while it waits for the fold: it may start before the fold has ended.
  return { fold, reply, followed: reply ?? fold };
}
