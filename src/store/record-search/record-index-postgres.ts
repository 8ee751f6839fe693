import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { plannerHints } from '#store/reader/term-index-postgres.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { topLevel } from '#text/search-levels.ts';
import {
  type FoundRecord,
  type IndexSearch,
  kindNumbers,
  kindOfNumber,
  leveledTexts,
  type RecordIndex,
} from './record-index.ts';

/** Beyond the largest time there is. */
const forever = Number.MAX_SAFE_INTEGER;
/** Beginnings of words are stored as terms: gathering all terms with a beginning takes seconds if there are many. */
const longestPrefix = 4;

const termsText = sql`array_to_string(tsvector_to_array(terms), ' ')`;

interface Row {
  kind: number;
  id: number;
  at: number;
  terms: string;
}

export const postgresRecordIndex: RecordIndex = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    const rows = documents.map(
      ({ kind, id, at, terms, marks }) =>
        sql`(${kindNumbers[kind]}::smallint, ${id}::bigint, ${at}::bigint, ${toVector(terms, marks)})`,
    );
    await sql`
      insert into record_search (kind, id, at, terms) values ${sql.join(rows)}
      on conflict (kind, id) do update set at = excluded.at, terms = excluded.terms
    `.execute(trx);
  },

  async remove(trx, kind, which) {
    await sql`delete from record_search where kind = ${kindNumbers[kind]}
      and id in (select id from ${sql.table(recordTables[kind])} where ${which})`.execute(trx);
  },

  reading: (db, work) =>
    db.transaction().execute(async (trx: Transaction<Tables>) => {
      await sql.raw(plannerHints).execute(trx);
      return work(trx);
    }),

  resolve: async (_, terms) => [...terms],

  async find(db, search) {
    const { order, limit, withTerms } = search;
    const terms = withTerms ? termsText : sql`''`;
    const direction = order === 'newest' ? sql`desc` : sql`asc`;
    const { rows } = await sql<Row>`
      select kind, id, at, ${terms} as terms from record_search
      where ${sql.join([sql`terms @@ ${toQuery(search)}::tsquery`, ...betweenTimes(search)], sql` and `)}
      order by at ${direction}, kind ${direction}, id ${direction} limit ${limit}
    `.execute(db);
    return rows.map(toFound);
  },

  async count(db, { term, from, atMost }) {
    const conditions = [sql`true`, ...betweenTimes({ from, to: forever })];
    if (term !== null) {
      const query = toQuery({ terms: [{ ...term, lowest: 0, highest: topLevel }], marks: [] });
      conditions.push(sql`terms @@ ${query}::tsquery`);
    }
    return countRows(
      db,
      sql`select 1 from record_search where ${sql.join(conditions, sql` and `)} limit ${atMost}`,
    );
  },

  async findTime(db, number) {
    const { rows } = await sql<{ at: number }>`
      select at from record_search order by at desc, kind desc, id desc limit 1 offset ${number - 1}
    `.execute(db);
    return rows[0]?.at ?? 0;
  },

  async listNewest(db, kind, limit) {
    const { rows } = await sql<Row>`
      select kind, id, at, ${termsText} as terms from record_search where kind = ${kindNumbers[kind]}
        and (kind, id) not in (select kind, id from record_queue)
      order by at desc, id desc limit ${limit}
    `.execute(db);
    return rows.map(toFound);
  },
};

function toFound({ kind, id, at, terms }: Row): FoundRecord {
  return { kind: kindOfNumber[kind] ?? 'prompt', id, at, terms: ` ${terms} ` };
}

async function countRows(db: Kysely<Tables>, some: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

function betweenTimes({ from, to }: Pick<IndexSearch, 'from' | 'to'>): RawBuilder<unknown>[] {
  return [
    ...(from > 0 ? [sql`at >= ${Math.min(from, forever)}`] : []),
    ...(to < forever ? [sql`at <= ${to}`] : []),
  ];
}

/** No parser in between, which would split terms by its own rules. */
function toVector(terms: string, marks: string[]) {
  const all = [...marks, withBeginnings(terms)].join(' ');
  return sql`array_to_tsvector(array_remove(string_to_array(${all}, ' '), ''))`;
}

export function withBeginnings(terms: string): string {
  const words = terms === '' ? [] : terms.split(' ');
  return [...words, ...beginningsOf(words)].join(' ');
}

/** Marked by a star, which no term has; each at the level of the best word that begins so. */
function beginningsOf(words: string[]): string[] {
  const levels = new Map<string, string>();
  for (const word of words) {
    const level = word.charAt(0);
    let beginning = '';
    for (const character of Array.from(word.slice(1, 1 + longestPrefix * 2)).slice(0, longestPrefix)) {
      beginning += character;
      if ((levels.get(beginning) ?? '') < level) levels.set(beginning, level);
    }
  }
  return Array.from(levels, ([beginning, level]) => `${level}${beginning}*`);
}

function toQuery({ terms, marks }: Pick<IndexSearch, 'terms' | 'marks'>): string {
  const groups = [
    ...terms.map((term) => leveledTexts(term).map((text) => quote(text, term.prefix))),
    ...marks.map((group) => group.map((mark) => quote(mark, false))),
  ];
  return groups.map((group) => `(${group.join(' | ')})`).join(' & ');
}

/** In quotes nothing is an operator; the cast, unlike `to_tsquery`, leaves the terms as they are. */
function quote(text: string, prefix: boolean): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (!prefix) return `'${quoted}'`;
  return [...text].length > longestPrefix + 1 ? `'${quoted}':*` : `'${quoted}*'`;
}
