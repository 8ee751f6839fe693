import { type Kysely, sql, type Transaction } from 'kysely';
import { plannerHints, quote, toVector } from '#store/reader/term-index-postgres.ts';
import type { Tables } from '#store/tables.ts';
import type { SessionIndex, SessionSearch } from './session-index.ts';

/** Beyond the largest time there is. */
const forever = Number.MAX_SAFE_INTEGER;

export function createPostgresSessionIndex(name: string): SessionIndex {
  const index = sql.table(`${name}_search`);
  const table = sql.table(name);
  return {
    async put(trx, documents) {
      if (documents.length === 0) return;
      const rows = documents.map(
        ({ id, at, terms }) => sql`(${id}::bigint, ${at}::bigint, ${toVector(terms)})`,
      );
      await sql`
        insert into ${index} (id, at, terms) values ${sql.join(rows)}
        on conflict (id) do update set at = excluded.at, terms = excluded.terms
      `.execute(trx);
    },

    async remove(trx, which) {
      await sql`delete from ${index} where id in (select id from ${table} where ${which})`.execute(trx);
    },

    async find(db, search) {
      const { from, to, order, limit, filter } = search;
      const direction = order === 'newest' ? sql`desc` : sql`asc`;
      const conditions = [sql`terms @@ ${toQuery(search)}::tsquery`];
      if (from > 0) conditions.push(sql`at >= ${Math.min(from, forever)}`);
      if (to < forever) conditions.push(sql`at <= ${to}`);
      if (filter.length > 0) {
        conditions.push(sql`id in (select id from ${table} where ${sql.join(filter, sql` and `)})`);
      }
      return planned(db, async (trx) => {
        const { rows } = await sql<{ id: number }>`
          select id from ${index} where ${sql.join(conditions, sql` and `)}
          order by at ${direction}, id ${direction} limit ${limit}
        `.execute(trx);
        return rows.map((row) => row.id);
      });
    },

    count: (db, { term, atMost }) =>
      planned(db, async (trx) => {
        const having = term === null ? sql`true` : sql`terms @@ ${quote(term)}::tsquery`;
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (select 1 from ${index} where ${having} limit ${atMost}) as found
        `.execute(trx);
        return rows[0]?.count ?? 0;
      }),
  };
}

function planned<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql.raw(plannerHints).execute(trx);
    return work(trx);
  });
}

function toQuery({ terms, marks }: SessionSearch): string {
  const groups = marks.map((group) => `(${group.map((text) => quote({ text, prefix: false })).join(' | ')})`);
  return [...terms.map(quote), ...groups].join(' & ');
}
