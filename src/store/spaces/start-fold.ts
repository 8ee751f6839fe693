import type { TaskType } from '#schema/runs/run.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { FoldAhead, ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { insertRun } from '#store/runs/insert-run.ts';
import { isUnfinishedRun } from '#store/runs/run-row.ts';
import { lockThread, type ThreadRow } from './thread-row.ts';

export function createStartFold(database: Database): Pick<ThreadStore, 'startFold'> {
  return {
    startFold: ({ threadId, summaryRevision, prepared }) =>
      database.transaction(async (trx) => {
        const thread = await lockThread(trx, threadId);
        if (thread?.summary_revision !== summaryRevision) return null;
        if (await hasUnfinished(trx, threadId, 'fold')) return null;
        return insertRun(database, trx, prepared);
      }),
  };
}

/** Together with the answer that makes it due. `thread` is locked, in its state before that answer. */
export async function startFoldAhead(
  database: Database,
  trx: TablesTransaction,
  thread: ThreadRow,
  { prepared, revision, summaryRevision }: FoldAhead,
): Promise<void> {
  if (thread.revision !== revision || thread.summary_revision !== summaryRevision) return;
  if (await hasUnfinished(trx, thread.id, 'fold')) return;
  await insertRun(database, trx, prepared);
  await trx
    .updateTable('threads')
    .set({ fold_revision: revision + 1 })
    .where('id', '=', thread.id)
    .execute();
}

export async function hasUnfinished(
  trx: TablesTransaction,
  threadId: ThreadId,
  taskType: TaskType,
): Promise<boolean> {
  return (await selectUnfinished(trx, threadId, taskType).executeTakeFirst()) !== undefined;
}

export function selectUnfinished(trx: TablesTransaction, threadId: ThreadId, taskType: TaskType) {
  return trx
    .selectFrom('runs')
    .select('id')
    .where('source_kind', '=', 'thread')
    .where('source_id', '=', threadId)
    .where(isUnfinishedRun)
    .where('task_type', '=', taskType);
}
