import type { PreparedRun } from '#engine/ports.ts';
import { longMessageTokens, planWindow } from '#memory/plan-window.ts';
import { lengthParameters, planSegments, wordsOf } from '#memory/segments.ts';
import { renderTranscript } from '#memory/thread-state.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { FoldInput, Message, Segment } from '#schema/spaces/space.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import type { FoldAhead, MadeReply, SpacesPorts, StoredThread } from './ports.ts';
import { readSent } from './require-thread.ts';
import { readAgent, type ThreadAgent } from './thread-agent.ts';

interface FoldPlan {
  fold: PreparedRun | null;
  /** Why a fold was due but skipped. */
  skipped: string | null;
}

const tooLong = 'The message is very long. The summary will be updated with the next one.';

/** Plans the fold that has to happen before the next answer, if one is due. */
async function planFold(
  ports: Pick<SpacesPorts, 'engine' | 'hash'>,
  from: {
    thread: StoredThread;
    acting: ThreadAgent;
    live: readonly Message[];
    newMessageTokens: number;
    /** When the message is sent, or null for directly after the newest live message. */
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

interface FoldOrder {
  thread: StoredThread;
  acting: ThreadAgent;
  /** The messages that the summary has to include, sorted oldest first. */
  messages: readonly Message[];
  previousSummary: string | null;
  keptSegments: Segment[];
  /** Maximum length of the result. Without one, the template decides. */
  maxWords?: number | null;
  reason?: NonNullable<FoldInput['reason']>;
  /** Id of the run, generated if omitted. */
  runId?: RunId | undefined;
}

export function prepareFold({ engine }: Pick<SpacesPorts, 'engine'>, order: FoldOrder): Promise<PreparedRun> {
  const { thread, acting, messages, previousSummary, keptSegments, maxWords = null, reason, runId } = order;
  const transcript = renderTranscript(messages);
  const sourceText = previousSummary === null ? transcript : `${previousSummary}\n\n${transcript}`;
  const tokenBudget = acting.agent.effective.summarizer.tokenBudget.value;
  return engine.prepare({
    runId,
    taskType: 'fold',
    source: { kind: 'thread', id: thread.id, title: thread.title },
    agentId: acting.agent.id,
    trigger: 'manual',
    route: [acting.route.summarizer],
    parameters: {
      tokenBudget: String(tokenBudget),
      messageCount: String(messages.length),
      ...lengthParameters(maxWords),
      ...(reason && { reason }),
    },
    input: {
      sourceText,
      subject: {
        threadId: thread.id,
        ...(reason && { reason }),
        summaryRevision: thread.summaryRevision,
        fromSeq: messages[0]?.seq ?? 1,
        throughSeq: messages.at(-1)?.seq ?? 1,
        previousSummary,
        messages: messages.map(({ seq, role, text }) => ({ seq, role, text })),
        tokenBudget,
        keptSegments,
      } satisfies FoldInput,
    },
  });
}

type From = Pick<
  SpacesPorts,
  'store' | 'engine' | 'getAgent' | 'routeOf' | 'getArticle' | 'passagesOf' | 'hash' | 'clock'
>;

/** Plans the fold that a next message of usual length makes due once this answer is stored. */
export async function planFoldAhead(
  ports: From,
  reply: Omit<MadeReply, 'runId' | 'at' | 'read' | 'stoppedBy' | 'foldAhead'>,
): Promise<FoldAhead | null> {
  const { threadId, messageId, newMessageId, text, tokens, provider, model } = reply;
  const found = await ports.store.getThreadInSpace(threadId);
  if (found === null) return null;
  const { thread, space } = found;
  const live = await readSent(ports.store, {
    threadId,
    afterSeq: thread.summaryThroughSeq,
    throughSeq: thread.lastSeq,
  });
  const asked = live.findIndex(({ id }) => id === messageId);
  if (asked < 0) return null;
  const acting = await readAgent(ports, { thread, space });
  const answer = {
    id: newMessageId,
    threadId,
    seq: thread.lastSeq + 1,
    role: 'assistant' as const,
    text,
    tokens,
    runId: null,
    provider,
    model,
    createdAt: ports.clock.now(),
  };
  const { fold } = await planFold(ports, {
    thread,
    acting,
    // Leaves out an older answer to the same message, which this one replaces.
    live: [...live.slice(0, asked + 1), answer],
    newMessageTokens: 0,
    at: null,
  });
  if (fold === null) return null;
  return { prepared: fold, revision: thread.revision, summaryRevision: thread.summaryRevision };
}

/** What happens to folds before one message. At most one of the first three fields is set. */
export interface CyclePlan {
  /** A fold that is due and was not planned before. */
  fold: PreparedRun | null;
  /** A fold in progress whose summary the answer reads. */
  awaited: Run | null;
  /** A fold in progress that the message cancels. */
  ended: Run | null;
  /** Why a fold was due but skipped. */
  skipped: string | null;
}

interface Cycle {
  thread: StoredThread;
  acting: ThreadAgent;
  /** The live messages before the new one. */
  live: readonly Message[];
  newMessageTokens: number;
  /** When the message is sent. */
  at: number;
  activeRuns: readonly Run[];
}

/**
 * Between two messages there is at most one fold, planned when the last answer ended or now. A second fold would
 * leave other turns live than a single fold now.
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
  // A person started this fold, and it does not change which messages are live.
  if (running.parameters.reason !== undefined) return none;
  if (newMessageTokens > longMessageTokens) return { ...none, ended: running, skipped: tooLong };
  // Otherwise an earlier answer has already waited for this fold.
  return isPlanned ? { ...none, awaited: running } : none;
}
