import { AppError } from '#schema/app-error.ts';
import type { Run } from '#schema/run.ts';
import type { ThreadId } from '#schema/space.ts';
import type { SpacesPorts } from './ports.ts';
import { requestFold } from './prepare-fold.ts';
import { readMessages, requireSpace, requireThread } from './require-thread.ts';
import { readAgent } from './thread-agent.ts';

/** Makes the summary anew from all messages that it covers; until that has succeeded the old one stands. */
export async function rebuildSummary(ports: SpacesPorts, threadId: ThreadId): Promise<Run> {
  const thread = await requireThread(ports, threadId);
  if (thread.summaryThroughSeq === 0) {
    throw new AppError('conflict', 'All messages are live still: there is nothing to summarize.');
  }
  const under = (await ports.store.listThreadRuns({ threadId })).find(({ taskType }) => taskType === 'fold');
  if (under !== undefined) throw new AppError('conflict', 'The summary is being updated already.');
  const acting = await readAgent(ports, await requireSpace(ports, thread.spaceId));
  const messages = await readMessages(ports.store, {
    threadId,
    afterSeq: 0,
    throughSeq: thread.summaryThroughSeq,
  });
  const run = await ports.engine.submit(
    requestFold(ports, { thread, acting, messages, previousSummary: null, keptSegments: [] }),
  );
  await ports.bus.publish({ kind: 'changed', what: 'threads' });
  return run;
}
