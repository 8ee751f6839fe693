import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';

interface UnderWay {
  fold: Run | null;
  reply: Run | null;
  /** Which one's events to read: one at a time, since a browser has few connections to spare. */
  followed: Run | null;
}

/** `ended` are runs whose end was seen here; an answer that was on its way meanwhile may still call them active. */
export function pickFollowed(activeRuns: readonly Run[], ended: ReadonlySet<RunId>): UnderWay {
  const find = (taskType: Run['taskType']) =>
    activeRuns.find((run) => run.taskType === taskType && !ended.has(run.id)) ?? null;
  const fold = find('fold');
  const reply = find('reply');
  // Even while it waits for the fold: it may begin before that has ended.
  return { fold, reply, followed: reply ?? fold };
}
