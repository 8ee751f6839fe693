import type { Kysely, Selectable } from 'kysely';
import type { Thread, ThreadId } from '#schema/spaces/space.ts';
import type { StoredThread } from '#sources/thread/ports.ts';
import type { TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import type { ThreadsTable } from './space-tables.ts';

export type ThreadRow = Selectable<ThreadsTable>;

/** The columns without those that only the server needs. */
const listedColumns = [
  'id',
  'space_id',
  'title',
  'entry_id',
  'entry_title',
  'message_count',
  'last_seq',
  'total_tokens',
  'live_tokens',
  'summary_through_seq',
  'summary_revision',
  'summary_tokens',
  'summary_updated_at',
  'summary_run_id',
  'summary_model',
  'created_at',
  'updated_at',
  'summary',
] as const satisfies (keyof ThreadsTable)[];

export function selectThreads(db: Kysely<Tables>) {
  return db.selectFrom('threads').select(listedColumns);
}

/**
 * Locks a thread, so that only one transaction at a time changes it. All callers lock it before any of its runs, so
 * that they do not deadlock.
 */
export function lockThread(trx: TablesTransaction, id: ThreadId): Promise<ThreadRow | undefined> {
  return trx.selectFrom('threads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function toThread(row: Pick<ThreadRow, (typeof listedColumns)[number]>): Thread {
  return {
    id: row.id,
    spaceId: row.space_id,
    title: row.title,
    article: row.entry_id === null ? null : { id: row.entry_id, title: row.entry_title ?? '' },
    summary: row.summary,
    summaryUpdatedAt: row.summary_updated_at,
    summaryThroughSeq: row.summary_through_seq,
    summaryRevision: row.summary_revision,
    summaryRunId: row.summary_run_id,
    summaryModel: row.summary_model,
    messageCount: row.message_count,
    lastSeq: row.last_seq,
    totalTokens: row.total_tokens,
    liveTokens: row.live_tokens,
    summaryTokens: row.summary_tokens,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toStoredThread(row: ThreadRow): StoredThread {
  return {
    ...toThread(row),
    revision: row.revision,
    foldRevision: row.fold_revision,
    segments: JSON.parse(row.segments_json),
  };
}
