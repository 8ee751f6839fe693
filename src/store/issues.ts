import type { Kysely, Selectable } from 'kysely';
import type { Issue } from '#schema/issue.ts';
import { cutPage, isBeyond } from './cursor.ts';
import type { Database } from './database.ts';
import type { IssueStore } from './store.ts';
import { toStoredJson } from './stored-text.ts';
import type { IssuesTable, Tables } from './tables.ts';

export function createIssues({ db, transaction, forUpdate, readRows }: Database): IssueStore {
  return {
    async listIssues({ kind, limit, cursor }) {
      let issues = db.selectFrom('issues');
      if (kind) issues = issues.where('kind', '=', kind);
      let page = issues;
      if (cursor !== undefined) page = page.where(isBeyond(cursor));
      const rows = await page
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const { total } = await issues
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const { shown, nextCursor } = cutPage(rows, limit);
      return { items: readRows('issues', shown, toIssue), nextCursor, total };
    },

    async getIssue(id) {
      const row = await db.selectFrom('issues').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toIssue(row) : null;
    },

    addIssue: (issue) =>
      transaction(async (trx) => {
        // A run may be deleted between its end and the report of what came of it.
        const run =
          issue.runId === null
            ? undefined
            : await forUpdate(
                trx.selectFrom('runs').select('id').where('id', '=', issue.runId),
              ).executeTakeFirst();
        await insertIssue(trx, { ...issue, runId: run?.id ?? null });
      }),

    async deleteIssues() {
      const { numDeletedRows } = await db.deleteFrom('issues').executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
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

function toIssue(row: Selectable<IssuesTable>): Issue {
  return {
    id: row.id,
    kind: row.kind,
    code: row.code,
    message: row.message,
    runId: row.run_id,
    details: JSON.parse(row.details_json),
    lastEvents: JSON.parse(row.last_events_json),
    createdAt: row.created_at,
  };
}
