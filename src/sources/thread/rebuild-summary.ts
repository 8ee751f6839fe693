import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import type { ThreadId } from '#schema/space.ts';
import type { SpacesPorts } from './ports.ts';
import { requestFold } from './prepare-fold.ts';
import { readMessages, requireSpace, requireThread } from './require-thread.ts';
import { readAgent } from './thread-agent.ts';

/** Rebuilds the summary from all messages that it covers; until that has succeeded the old one stands. */
export async function rebuildSummary(
  ports: SpacesPorts,
  { threadId, runId }: { threadId: ThreadId; runId?: RunId | undefined },
): Promise<Run> {
  const thread = await requireThread(ports, threadId);
  if (thread.summaryThroughSeq === 0) {
    throw new AppError('conflict', 'All messages are live still: there is nothing to summarize.');
  }
  const acting = await readAgent(ports, await requireSpace(ports, thread.spaceId));
  const messages = await readMessages(ports.store, {
    threadId,
    afterSeq: 0,
    throughSeq: thread.summaryThroughSeq,
  });
  const request = requestFold(ports, { thread, acting, messages, previousSummary: null, keptSegments: [] });
  const joined = await ports.engine.findJoinable(request);
  if (joined !== null) return joined;
  const runs = await ports.store.listThreadRuns({ threadId });
  if (runs.some(({ taskType }) => taskType === 'fold')) {
    throw new AppError('conflict', 'The summary is already being updated.');
  }
  const run = await ports.engine.submit({ ...request, runId });
  await ports.bus.publish({ kind: 'changed', what: 'threads' });
  return run;
}
