import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { TaskType } from '#schema/runs/run.ts';
import type { Segment, SummaryVersion, ThreadId } from '#schema/spaces/space.ts';
import type { FoldAhead, StoredVersion, ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { insertRun } from '#store/runs/insert-run.ts';
import { isUnfinishedRun } from '#store/runs/run-row.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { SummaryVersionsTable } from './space-tables.ts';
import { lockThread, type ThreadRow } from './thread-row.ts';

/**
 * The number of versions kept for a thread, including the current summary. The default policy makes about one per
 * turn.
 */
const maxVersions = 50;

export function createSummaryVersions(
  database: Database,
): Pick<ThreadStore, 'listVersions' | 'restoreVersion'> {
  return {
    async listVersions(threadId) {
      const rows = await database.db
        .selectFrom('summary_versions')
        .selectAll()
        .where('thread_id', '=', threadId)
        .orderBy('revision', 'desc')
        .execute();
      return rows.map(toVersion);
    },

    restoreVersion: ({ threadId, summaryRevision, version, at }) =>
      database.transaction(async (trx) => {
        const thread = await lockThread(trx, threadId);
        if (thread?.summary_revision !== summaryRevision) return false;
        // Otherwise the messages that later folds covered would be neither in the summary nor live.
        if (version.throughSeq !== thread.summary_through_seq) return false;
        await writeSummary(trx, thread, { ...version, reason: 'restore', at });
        return true;
      }),
  };
}

interface NewSummary {
  reason: SummaryVersion['reason'];
  runId: RunId | null;
  model: string | null;
  throughSeq: number;
  text: string;
  tokens: number;
  segments: Segment[];
  at: number;
}

/**
 * Makes a text the newest version of the summary. Every change of a summary goes through here, with the thread
 * locked.
 */
export async function writeSummary(
  trx: TablesTransaction,
  thread: ThreadRow,
  summary: NewSummary,
): Promise<void> {
  const revision = thread.summary_revision + 1;
  const segments = toStoredJson(summary.segments);
  await trx
    .updateTable('threads')
    .set({
      summary: summary.text,
      segments_json: segments,
      summary_through_seq: summary.throughSeq,
      summary_tokens: summary.tokens,
      summary_revision: revision,
      summary_updated_at: summary.at,
      summary_run_id: summary.runId,
      summary_model: summary.model,
      live_tokens: countTokensAfter(thread.id, summary.throughSeq),
    })
    .where('id', '=', thread.id)
    .execute();
  await trx
    .insertInto('summary_versions')
    .values({
      thread_id: thread.id,
      revision,
      reason: summary.reason,
      run_id: summary.runId,
      model: summary.model,
      through_seq: summary.throughSeq,
      tokens: summary.tokens,
      created_at: summary.at,
      segments_json: segments,
      text: summary.text,
    })
    .execute();
  if (revision > maxVersions) await dropVersions(trx, thread.id, revision);
}

/** Deletes versions over the limit. The oldest are deleted first, and those that a person wrote last. */
async function dropVersions(trx: TablesTransaction, threadId: ThreadId, current: number): Promise<void> {
  const kept = trx
    .selectFrom('summary_versions')
    .select('revision')
    .where('thread_id', '=', threadId)
    .orderBy(sql`case when revision = ${current} then 0 when reason = 'edit' then 1 else 2 end`)
    .orderBy('revision', 'desc')
    .limit(maxVersions);
  await trx
    .deleteFrom('summary_versions')
    .where('thread_id', '=', threadId)
    .where('revision', 'not in', (eb) => eb.selectFrom(kept.as('kept')).select('kept.revision'))
    .execute();
}

function countTokensAfter(threadId: ThreadId, seq: number): RawBuilder<number> {
  return sql`(select coalesce(sum(tokens), 0) from messages where thread_id = ${threadId} and seq > ${seq})`;
}

function toVersion(row: Selectable<SummaryVersionsTable>): StoredVersion {
  return {
    revision: row.revision,
    reason: row.reason,
    model: row.model,
    runId: row.run_id,
    text: row.text,
    tokens: row.tokens,
    throughSeq: row.through_seq,
    createdAt: row.created_at,
    segments: JSON.parse(row.segments_json),
  };
}

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

/**
 * Starts a fold together with the answer that makes it due. `thread` is locked and in its state before that answer.
 */
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
