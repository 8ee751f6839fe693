import { type Kysely, sql } from 'kysely';
import { allCounters } from '#store/counters/counted.ts';
import { counterTriggers } from '#store/counters/counter-triggers.ts';
import type { OpenedDatabase } from '#store/database.ts';
import { chatsSchema } from './baseline/chats.ts';
import { derivedSchema, postgresSearch, sqliteSearch } from './baseline/derived.ts';
import { postgres, sqlite } from './baseline/dialects.ts';
import { readerSchema } from './baseline/reader.ts';
import { runsSchema } from './baseline/runs.ts';
import { sessionsSchema } from './baseline/sessions.ts';

/** The whole schema of a new database. */
export async function baseline(db: Kysely<unknown>, dialect: OpenedDatabase['dialect']): Promise<void> {
  const types = dialect === 'postgres' ? postgres : sqlite;
  const search = dialect === 'postgres' ? postgresSearch : sqliteSearch;
  // A table follows those that it refers to.
  const schemas = [
    readerSchema(types),
    chatsSchema(types),
    sessionsSchema(types),
    runsSchema(),
    derivedSchema(types),
  ];
  const statements = [
    ...[...schemas, search].flatMap(splitStatements),
    ...allCounters.flatMap((counter) => counterTriggers(counter, dialect)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** A statement ends with a semicolon at the end of a line. SQLite would store the comments between columns. */
function splitStatements(schema: string): string[] {
  return schema
    .replaceAll(/^\s*--.*\n/gmu, '')
    .split(/;\n/u)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
