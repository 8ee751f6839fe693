import { type Kysely, type Selectable, sql } from 'kysely';
import { calmIssueKinds, type Issue, type ShownIssue } from '#schema/runs/issue.ts';
import { cutPage, isBeyond } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import type { IssueStore } from '#store/store.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { IssuesTable, RunsTable, Tables } from '#store/tables.ts';

export function createIssues({ db, transaction, readRows }: Database): IssueStore {
  return {
    async listIssues({ kind, limit, cursor }) {
      let issues = db.selectFrom('issues');
      if (kind) issues = issues.where('kind', '=', kind);
      let page = issues;
      if (cursor !== undefined) page = page.where(isBeyond(cursor));
      const rows = await selectShown(db)
        .where(
          'issues.id',
          'in',
          page
            .select('id')
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(limit + 1),
        )
        .orderBy('issues.created_at', 'desc')
        .orderBy('issues.id', 'desc')
        .execute();
      let counts = db.selectFrom('row_counts').where('name', '=', 'issues');
      if (kind) counts = counts.where('part', '=', kind);
      const { total, calm } = await counts
        .select([
          sql<number>`cast(coalesce(sum(count), 0) as bigint)`.as('total'),
          sql<number>`cast(coalesce(sum(case when part in (${sql.join(calmIssueKinds)}) then count end), 0) as bigint)`.as(
            'calm',
          ),
        ])
        .executeTakeFirstOrThrow();
      const { shown, nextCursor } = cutPage(rows, limit);
      return { items: readRows('issues', shown, toShownIssue), nextCursor, total, failures: total - calm };
    },

    async getIssue(id) {
      const rows = await selectShown(db).where('issues.id', '=', id).execute();
      return readRows('issues', rows, toShownIssue)[0] ?? null;
    },

    addIssue: (issue) =>
      transaction(async (trx) => {
        // A run may be deleted between its end and the report about it.
        const run =
          issue.runId === null
            ? undefined
            : await trx
                .selectFrom('runs')
                .select('id')
                .where('id', '=', issue.runId)
                .forUpdate()
                .executeTakeFirst();
        await insertIssue(trx, { ...issue, runId: run?.id ?? null });
      }),

    async deleteIssues() {
      const { numDeletedRows } = await db.deleteFrom('issues').executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** A thread that had no title when its run began may have one by now. */
function selectShown(db: Kysely<Tables>) {
  return db
    .selectFrom('issues')
    .leftJoin('runs', 'runs.id', 'issues.run_id')
    .leftJoin('threads', (join) =>
      join.onRef('threads.id', '=', 'runs.source_id').on('runs.source_kind', '=', 'thread'),
    )
    .selectAll('issues')
    .select(['runs.task_type', 'runs.source_kind', 'runs.source_id', 'runs.provider', 'runs.model'])
    .select(sql<string | null>`coalesce(threads.title, runs.source_title)`.as('source_title'));
}

export async function insertIssue(db: Kysely<Tables>, issue: Issue): Promise<void> {
  await db
    .insertInto('issues')
    .values({
      id: issue.id,
      kind: issue.kind,
      code: issue.code,
      message: issue.message,
      run_id: issue.runId,
      details_json: toStoredJson(issue.details),
      last_events_json: toStoredJson(issue.lastEvents),
      created_at: issue.createdAt,
    })
    .execute();
}

type RunColumns = Pick<RunsTable, 'source_kind' | 'source_id' | 'source_title' | 'provider' | 'model'>;
type ShownRow = Selectable<IssuesTable> & {
  task_type: RunsTable['task_type'] | null;
} & { [Column in keyof RunColumns]: RunColumns[Column] | null };

function toShownIssue(row: ShownRow): ShownIssue {
  return {
    id: row.id,
    kind: row.kind,
    code: row.code,
    message: row.message,
    runId: row.run_id,
    details: JSON.parse(row.details_json),
    lastEvents: JSON.parse(row.last_events_json),
    createdAt: row.created_at,
    about: toAbout(row),
  };
}

function toAbout({
  task_type,
  source_kind,
  source_id,
  source_title,
  provider,
  model,
}: ShownRow): ShownIssue['about'] {
  if (task_type === null || source_kind === null || source_id === null) return null;
  const source = { kind: source_kind, id: source_id, title: source_title };
  return { taskType: task_type, source, provider, model };
}
