import { splitTurns } from '#memory/split-turns.ts';
import type { Thread, ThreadId } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import { readMessages, requireThreadInSpace } from './require-thread.ts';
import { sendQueued } from './start-turn.ts';
import { readShownAgent } from './thread-agent.ts';

/** Without what only the server needs. */
export function toWireThread(stored: StoredThread): Thread {
  const { revision: _revision, foldRevision: _foldRevision, segments: _segments, ...thread } = stored;
  return thread;
}

export async function viewThread(ports: SpacesPorts, id: ThreadId): Promise<ThreadView> {
  const { thread: stored, space } = await requireThreadInSpace(ports, id);
  const thread = toWireThread(stored);
  const { agent, policy, instructions, article, articleFit } = await readShownAgent(ports, { thread, space });
  const live = await readMessages(ports.store, {
    threadId: id,
    afterSeq: thread.summaryThroughSeq,
    throughSeq: thread.lastSeq,
  });
  const systemTokens = (await loadTokenizer()).count(instructions) + articleFit.tokens;
  const lastRuns = await ports.store.listLastRuns(id);
  const activeRuns = await ports.store.listThreadRuns({ threadId: id });
  const queued = await ports.store.listQueued(id);
  // The process that should have sent it may have died.
  if (queued.length > 0 && !activeRuns.some(({ taskType }) => taskType === 'reply'))
    void sendQueued(ports, id);
  return {
    thread,
    space,
    activeRuns,
    queued,
    failedRuns: lastRuns.filter(({ status }) => status === 'failed' || status === 'cancelled'),
    article:
      thread.article === null
        ? null
        : {
            contentHash: article?.contentHash ?? null,
            tokens: articleFit.tokens,
            passages: articleFit.passages,
            passagesTotal: article?.passages.length ?? 0,
          },
    window: {
      policy: agent.memory.policy,
      liveTurns: splitTurns(live).length,
      maxTurns: thread.summary === null ? policy.firstHigh : policy.high,
    },
    meter: {
      sentTokens: systemTokens + thread.summaryTokens + thread.liveTokens,
      fullTokens: systemTokens + thread.totalTokens,
    },
  };
}
