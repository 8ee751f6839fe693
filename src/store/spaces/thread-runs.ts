import type { ThreadId } from '#schema/spaces/space.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';
import type { Database } from '#store/database.ts';
import { isUnfinishedRun, toRun, unfinished } from '#store/runs/run-row.ts';

export function createThreadRuns({
  db,
  readRows,
}: Database): Pick<ThreadStore, 'listThreadRuns' | 'listLastRuns'> {
  const runsOf = (threadId: ThreadId) =>
    db.selectFrom('runs').selectAll().where('source_kind', '=', 'thread').where('source_id', '=', threadId);
  return {
    async listThreadRuns(of) {
      const threads = db
        .selectFrom('threads')
        .select('id')
        .where((eb) => ('threadId' in of ? eb('id', '=', of.threadId) : eb('space_id', '=', of.spaceId)));
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('source_kind', '=', 'thread')
        .where('source_id', 'in', threads)
        .where(isUnfinishedRun)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('runs', rows, toRun);
    },

    async listLastRuns(threadId) {
      const newest = await Promise.all(
        (['fold', 'reply'] as const).map((taskType) =>
          runsOf(threadId)
            .where('task_type', '=', taskType)
            .where('status', 'not in', unfinished)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst(),
        ),
      );
      return newest.flatMap((row) => (row ? [toRun(row)] : []));
    },
  };
}
