import type { PreparedRun } from '#engine/ports.ts';
import { longMessageTokens } from '#memory/plan-window.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Message } from '#schema/spaces/space.ts';
import { planFold, tooLong } from './plan-fold.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import type { ThreadAgent } from './thread-agent.ts';

/** What folding means for one message: at most one of the first three is set. */
export interface CyclePlan {
  /** A fold that is due but not planned yet. */
  fold: PreparedRun | null;
  /** A fold in progress whose summary the answer should read. */
  awaited: Run | null;
  /** A fold in progress that the message cancels. */
  ended: Run | null;
  /** Why a fold was due but skipped. */
  skipped: string | null;
}

interface Cycle {
  thread: StoredThread;
  acting: ThreadAgent;
  /** Before the message. */
  live: readonly Message[];
  newMessageTokens: number;
  /** When the message is sent. */
  at: number;
  activeRuns: readonly Run[];
}

/**
 * One fold at most between two messages: it was planned when the answer before this message ended, or it is planned
 * now. A second one would leave other turns live than a single fold at this time.
 */
export async function planCycle(
  ports: Pick<SpacesPorts, 'engine' | 'hash'>,
  { activeRuns, ...from }: Cycle,
): Promise<CyclePlan> {
  const { thread, newMessageTokens } = from;
  const none: CyclePlan = { fold: null, awaited: null, ended: null, skipped: null };
  const isPlanned = thread.foldRevision === thread.revision;
  const running = activeRuns.find(({ taskType }) => taskType === 'fold');
  if (running === undefined) return isPlanned ? none : { ...none, ...(await planFold(ports, from)) };
  // A person asked for it, and it moves no boundary.
  if (running.parameters.reason !== undefined) return none;
  if (newMessageTokens > longMessageTokens) return { ...none, ended: running, skipped: tooLong };
  // An answer has waited for an older one already.
  return isPlanned ? { ...none, awaited: running } : none;
}
