import { planFold } from './plan-fold.ts';
import type { FoldAhead, MadeReply, SpacesPorts } from './ports.ts';
import { readSent } from './require-thread.ts';
import { readAgent } from './thread-agent.ts';

type From = Pick<
  SpacesPorts,
  'store' | 'engine' | 'getAgent' | 'routeOf' | 'getArticle' | 'passagesOf' | 'hash' | 'clock'
>;

/** The fold that a next message of usual length will make due, once this answer is stored. */
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
    // An answer that this one replaces no longer exists.
    live: [...live.slice(0, asked + 1), answer],
    newMessageTokens: 0,
    at: null,
  });
  if (fold === null) return null;
  return { prepared: fold, revision: thread.revision, summaryRevision: thread.summaryRevision };
}
