import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { TermIndex, TermIndexNames, TermSearch } from './term-index.ts';

export function createSqliteTermIndex<Id extends number>(names: TermIndexNames): TermIndex<Id> {
  const index = sql.table(names.index);
  const vocabulary = sql.table(`${names.index}_terms`);
  const table = sql.table(names.table);
  const row = sql.ref(`${names.index}.rowid`);
  const id = sql.ref(`${names.table}.${names.id}`);
  const time = sql.ref(`${names.table}.${names.time}`);
  const replace = prepareQuery<{ number: Id; title: string; terms: string }[]>((_, rows) => {
    const values = rows.map(({ number, title, terms }) => sql`(${number}, ${title}, ${terms})`);
    return sql`insert or replace into ${index} (rowid, title, body) values ${sql.join(values)}`;
  });
  return {
    async put(trx, documents) {
      if (documents.length === 0) return;
      await replace.execute(
        trx,
        documents.map(({ id: number, title, body, marks = [] }) => ({
          number,
          title,
          terms: [...marks, body].join(' '),
        })),
      );
    },

    async remove(trx, which) {
      await sql`delete from ${index} where rowid in (select ${id} from ${table} where ${which})`.execute(trx);
    },

    async findNewest(db, search) {
      // The cross join keeps the order: SQLite reads the index from the newest row on until there are enough. If few
      // rows pass the filter, nearly all are read anyway, which FTS5 does faster upwards. The plus sign then makes
      // SQLite sort them.
      const place = search.few === null ? row : sql`+${row}`;
      // The limit is a sum, because SQLite would compile the statement again for each value of a bare limit.
      const { rows } = await sql<{ id: Id; at: number }>`
        select ${id} as id, ${time} as at
        from ${index} cross join ${table}
        where ${index} match ${await toQuery(db, vocabulary, search)}
          and ${id} = ${row}
          and ${sql.join(restrict(search, row), sql` and `)}
        order by ${place} desc
        limit (${search.limit} + 0)
      `.execute(db);
      return rows;
    },
  };
}

function restrict<Id extends number>({ filter, few, below }: TermSearch<Id>, row: RawBuilder<unknown>) {
  const older = below === null ? sql<SqlBool>`true` : sql<SqlBool>`${row} < ${below}`;
  if (filter.length === 0) return [older];
  if (few === null) return [older, ...filter];
  const { ids } = few;
  // The plus sign makes SQLite build a list of the few rows instead of querying the index for each.
  return [
    older,
    sql<SqlBool>`${row} between ${Math.min(...ids)} and ${Math.max(...ids)}`,
    sql<SqlBool>`+${row} in (select value from json_each(${JSON.stringify(ids)}))`,
  ];
}

async function toQuery<Id extends number>(
  db: Kysely<Tables>,
  vocabulary: RawBuilder<unknown>,
  { terms, inTitle, marks = [] }: TermSearch<Id>,
): Promise<string> {
  const groups = [];
  for (const term of terms) groups.push(`(${await widenTerm(db, vocabulary, term)})`);
  const words = groups.join(' AND ');
  const matches = inTitle ? `{title} : (${words})` : words;
  if (marks.length === 0) return matches;
  return `(${matches}) AND (${marks.map((text) => quote({ text, prefix: false })).join(' OR ')})`;
}

/** The longest prefix that the migrations index. */
const longestIndexedPrefix = 5;
const maxWords = 40;

/**
 * Returns the term for FTS5. For a prefix longer than the indexed ones, SQLite would first gather the rows of all its
 * words, which takes 20 ms for 80,000 rows. Words that are named one by one are read only as far as needed.
 */
async function widenTerm(
  db: Kysely<Tables>,
  vocabulary: RawBuilder<unknown>,
  term: SearchTerm,
): Promise<string> {
  if (!term.prefix || Array.from(term.text).length <= longestIndexedPrefix) return quote(term);
  const words: string[] = [];
  for (let from = term.text; words.length < maxWords; ) {
    const { rows } = await sql<{ term: string }>`
      select term from ${vocabulary} where term >= ${from} and term < ${`${term.text}\u{10ffff}`} limit 1
    `.execute(db);
    const [next] = rows;
    if (!next) return words.map((text) => quote({ text, prefix: false })).join(' OR ') || quote(term);
    words.push(next.term);
    // This is the smallest text after the word, so the rows of the word itself are not read.
    from = `${next.term}\u0001`;
  }
  return quote(term);
}

/** Quotes a term so that it contains no operator. */
function quote({ text, prefix }: SearchTerm): string {
  return `"${text.replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}
