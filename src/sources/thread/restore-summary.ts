import { AppError } from '#schema/app-error.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { RestoreSummary, SummaryRestored } from '#schema/spaces/spaces-wire.ts';
import type { SpacesPorts } from './ports.ts';
import { foldAgain, summaryBusy } from './rebuild-summary.ts';
import { requireThread } from './require-thread.ts';
import { toWireThread } from './view-thread.ts';

/**
 * Restores an older version. If later folds covered more messages, those are folded into it again, so that the
 * summary still covers them; until that succeeds, the current one is kept.
 */
export async function restoreSummary(
  ports: SpacesPorts,
  threadId: ThreadId,
  { revision, summaryRevision }: RestoreSummary,
): Promise<SummaryRestored> {
  const thread = await requireThread(ports, threadId);
  const version = (await ports.store.listVersions(threadId)).find((each) => each.revision === revision);
  if (version === undefined)
    throw new AppError('not_found', 'This version of the summary is no longer stored.');
  if (revision === thread.summaryRevision) {
    throw new AppError('conflict', 'This version is already the current summary. Choose an earlier one.');
  }
  if (thread.summaryRevision !== summaryRevision) throw changed();
  if (version.throughSeq < thread.summaryThroughSeq) {
    const run = await foldAgain(ports, { thread, version });
    if (run === null) throw summaryBusy();
    return { thread: toWireThread(thread), run };
  }
  const at = ports.clock.now();
  if (!(await ports.store.restoreVersion({ threadId, summaryRevision, version, at }))) throw changed();
  await ports.bus.publish({ kind: 'changed', what: 'threads' });
  return { thread: toWireThread(await requireThread(ports, threadId)), run: null };
}

function changed(): AppError {
  return new AppError('conflict', 'The summary changed in the meantime. Review it, then restore again.');
}
