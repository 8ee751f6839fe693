import type { PreparedRun } from '#engine/ports.ts';
import { planWindow } from '#memory/plan-window.ts';
import { planSegments, wordsOf } from '#memory/segments.ts';
import type { Message } from '#schema/spaces/space.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import { prepareFold } from './prepare-fold.ts';
import type { ThreadAgent } from './thread-agent.ts';

interface FoldPlan {
  fold: PreparedRun | null;
  /** Why a fold was due but skipped. */
  skipped: string | null;
}

export const tooLong = 'The message is very long. The summary will be updated with the next one.';

/** The fold that has to happen before the next answer, if one is due. */
export async function planFold(
  ports: Pick<SpacesPorts, 'engine' | 'hash'>,
  from: {
    thread: StoredThread;
    acting: ThreadAgent;
    live: readonly Message[];
    newMessageTokens: number;
    /** When the message is sent; null: as soon as the newest live message is there. */
    at: number | null;
  },
): Promise<FoldPlan> {
  const { thread, acting, live, newMessageTokens, at } = from;
  const newest = live.at(-1)?.createdAt;
  const { count } = await loadTokenizer();
  const plan = planWindow(
    { messages: live, folded: 0, summary: thread.summary, segments: [] },
    acting.policy,
    { count, newMessageTokens, pauseMs: at === null || newest === undefined ? 0 : at - newest },
  );
  if (plan.skipped !== null) return { fold: null, skipped: tooLong };
  const leaving = live.slice(0, plan.fold);
  if (leaving.length === 0) return { fold: null, skipped: null };
  const { kept, previousSummary } = planSegments(thread, acting.policy);
  const fold = await prepareFold(ports, {
    thread,
    acting,
    messages: leaving,
    previousSummary,
    keptSegments: [...kept],
    maxWords: wordsOf({ messages: leaving, previousSummary }, { policy: acting.policy, count }),
  });
  return { fold, skipped: null };
}
