import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import { prepareFold } from './plan-fold.ts';
import type { SpacesPorts, StoredThread, StoredVersion } from './ports.ts';
import { readSent, requireSpace, requireThread } from './require-thread.ts';
import { readAgent } from './thread-agent.ts';

/** Rebuilds the summary from all messages that it covers. The old one is kept until that succeeds. */
export async function rebuildSummary(
  ports: SpacesPorts,
  { threadId, runId }: { threadId: ThreadId; runId?: RunId | undefined },
): Promise<Run> {
  const thread = await requireThread(ports, threadId);
  if (thread.summaryThroughSeq === 0) {
    throw new AppError(
      'conflict',
      'All messages are still live. There is nothing to summarize. Send more messages first.',
    );
  }
  return (await foldAgain(ports, { thread, version: null, runId })) ?? joinRebuild(ports, threadId);
}

/** Returns the rebuild in progress instead of starting a second one. */
async function joinRebuild({ store }: SpacesPorts, threadId: ThreadId): Promise<Run> {
  const runs = await store.listThreadRuns({ threadId });
  const rebuild = runs.find(
    ({ taskType, parameters }) => taskType === 'fold' && parameters.reason === 'rebuild',
  );
  if (rebuild === undefined) throw summaryBusy();
  return rebuild;
}

export function summaryBusy(): AppError {
  return new AppError('conflict', 'The summary is being updated. Try again when the update is done.');
}

/** Folds from a version, or from the start, through the last message covered. Null if another fold is in progress. */
export async function foldAgain(
  ports: SpacesPorts,
  {
    thread,
    version,
    runId,
  }: { thread: StoredThread; version: StoredVersion | null; runId?: RunId | undefined },
): Promise<Run | null> {
  const acting = await readAgent(ports, { thread, space: await requireSpace(ports, thread.spaceId) });
  const messages = await readSent(ports.store, {
    threadId: thread.id,
    afterSeq: version?.throughSeq ?? 0,
    throughSeq: thread.summaryThroughSeq,
  });
  const prepared = await prepareFold(ports, {
    thread,
    acting,
    messages,
    previousSummary: version?.text ?? null,
    keptSegments: [],
    reason: version === null ? 'rebuild' : 'restore',
    runId,
  });
  const { id: threadId, summaryRevision } = thread;
  const run = await ports.store.startFold({ threadId, summaryRevision, prepared });
  if (run === null) return null;
  await ports.bus.publish({ kind: 'changed', what: 'threads' });
  await ports.bus.publish({ kind: 'changed', what: 'runs' });
  return run;
}
