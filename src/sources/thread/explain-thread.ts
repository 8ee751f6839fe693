import { costOf } from '#engine/calls/usage-meter.ts';
import { replayThread } from '#memory/replay-thread.ts';
import { policyOf } from '#memory/window-policy.ts';
import type { MemoryPolicyName } from '#schema/models/agent.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { Explanation } from '#schema/spaces/spaces-wire.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import type { SpacesPorts } from './ports.ts';
import { readMessages, requireThreadInSpace } from './require-thread.ts';
import { readShownAgent } from './thread-agent.ts';

/** Roughly the summary length that the fold's template allows. Used if the thread has no summary to measure. */
const usualSummaryTokens = 450;

/** Calculates what the thread would have cost under a policy, without calling a model. */
export async function explainThread(
  ports: Pick<SpacesPorts, 'store' | 'getAgent' | 'routeOf' | 'getArticle' | 'passagesOf' | 'pricesOf'>,
  threadId: ThreadId,
  policy?: MemoryPolicyName,
): Promise<Explanation> {
  const { thread, space } = await requireThreadInSpace(ports, threadId);
  const { agent, instructions, articleFit } = await readShownAgent(ports, { thread, space });
  const messages = await readMessages(ports.store, { threadId, afterSeq: 0, throughSeq: thread.lastSeq });
  const { count } = await loadTokenizer();
  const chosen = policy ?? agent.memory.policy;
  const found = replayThread(messages, {
    policy: policyOf({ ...agent.memory, policy: chosen }),
    count,
    instructionTokens: count(instructions) + articleFit.tokens,
    summaryTokens: thread.summaryTokens || usualSummaryTokens,
    tokenBudget: agent.effective.summarizer.tokenBudget.value,
    pauseBefore: (at) => (messages[at]?.createdAt ?? 0) - (messages[at - 1]?.createdAt ?? 0),
  });
  const prices = await ports.pricesOf(agent.id);
  const seqAt = (place: number) => messages[place - 1]?.seq ?? place;
  return {
    policy: chosen,
    ...found,
    costUsd: costOfReplay(found, prices),
    folds: found.folds.map((fold) => ({ ...fold, beforeSeq: seqAt(fold.beforeSeq) })),
  };
}

function costOfReplay(
  replay: ReturnType<typeof replayThread>,
  prices: Awaited<ReturnType<SpacesPorts['pricesOf']>>,
): number | null {
  const chat = costOf(prices.llm, {
    inputTokens: replay.promptTokens,
    cachedInputTokens: replay.cachedPromptTokens,
    outputTokens: 0,
  });
  const summarizer = costOf(prices.summarizer, {
    inputTokens: replay.summarizerInputTokens,
    cachedInputTokens: 0,
    outputTokens: replay.summarizerOutputTokens,
  });
  return chat === null || summarizer === null ? null : chat + summarizer;
}
