import { type Kysely, type RawBuilder, sql } from 'kysely';
import { quote, widenTerm } from '#store/reader/widen-term-sqlite.ts';
import type { Tables } from '#store/tables.ts';
import type { SessionDocument, SessionIndex, SessionSearch } from './session-index.ts';

/**
 * A place is the time and, below it, the end of the record's number: 42 bits, which last until 2109, and 21 bits, so
 * that only two million records of one millisecond could ask for the same one.
 */
const latest = 2 ** 42 - 1;
const perMillisecond = 2 ** 21;
const lastOfMillisecond = sql.lit(perMillisecond - 1);

export function createSqliteSessionIndex(name: string): SessionIndex {
  const index = sql.table(`${name}_search`);
  const places = sql.table(`${name}_places`);
  const table = sql.table(name);
  const vocabulary = sql.table(`${name}_terms`);
  return {
    async put(trx, documents) {
      if (documents.length === 0) return;
      const placeRows = documents.map((document) => sql`(${placeOf(document)}, ${document.id})`);
      await sql`insert into ${places} (place, id) values ${sql.join(placeRows)}
        on conflict (id) do nothing`.execute(trx);
      const rows = documents.map((document) => sql`(${placeOf(document)}, ${document.terms})`);
      await sql`insert or replace into ${index} (rowid, terms) values ${sql.join(rows)}`.execute(trx);
    },

    async remove(trx, which) {
      const ids = sql`select id from ${table} where ${which}`;
      await sql`delete from ${index} where rowid in (select place from ${places} where id in (${ids}))`.execute(
        trx,
      );
      await sql`delete from ${places} where id in (${ids})`.execute(trx);
    },

    async find(db, search) {
      const { from, to, order, limit, filter } = search;
      const direction = order === 'newest' ? sql`desc` : sql`asc`;
      // A cross join keeps the order: first the index, then whose place it is, until there are enough.
      const records = filter.length === 0 ? sql`` : sql`cross join ${table}`;
      const passes = filter.map((condition) => sql`and ${condition}`);
      const joined = filter.length === 0 ? sql`` : sql`and ${sql.ref(`${name}.id`)} = places.id`;
      const { rows } = await sql<{ id: number }>`
        select places.id as id
        from ${index} as terms cross join ${places} as places ${records}
        where ${index} match ${await toQuery(db, vocabulary, search)}
          and terms.rowid between ${firstPlaceOf(from)} and ${lastPlaceOf(to)}
          and places.place = terms.rowid ${joined} ${sql.join(passes, sql` `)}
        order by terms.rowid ${direction}
        limit ${limit}
      `.execute(db);
      return rows.map((row) => row.id);
    },

    async count(db, { term, atMost }) {
      const some =
        term === null
          ? sql`select 1 from ${places} limit ${atMost}`
          : sql`select 1 from ${index} where ${index} match ${await widenTerm(db, vocabulary, term)} limit ${atMost}`;
      const { rows } = await sql<{ count: number }>`select count(*) as count from (${some})`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}

/** Reckoned by SQLite: such numbers are larger than those that JavaScript counts exactly. */
function placeOf({ id, at }: SessionDocument): RawBuilder<unknown> {
  return sql`${firstPlaceOf(at)} + (${id} & ${lastOfMillisecond})`;
}

function firstPlaceOf(at: number): RawBuilder<unknown> {
  // A bound number counts as a fraction until it is cast.
  return sql`cast(${Math.min(Math.max(at, 0), latest)} as integer) * ${sql.lit(perMillisecond)}`;
}

function lastPlaceOf(at: number): RawBuilder<unknown> {
  return at < 0 ? sql`-1` : sql`${firstPlaceOf(at)} + ${lastOfMillisecond}`;
}

async function toQuery(
  db: Kysely<Tables>,
  vocabulary: RawBuilder<unknown>,
  { terms, marks }: SessionSearch,
): Promise<string> {
  const words = [];
  for (const term of terms) words.push(await widenTerm(db, vocabulary, term));
  const groups = marks.map((group) => group.map((text) => quote({ text, prefix: false })).join(' OR '));
  return [...words, ...groups].map((group) => `(${group})`).join(' AND ');
}
