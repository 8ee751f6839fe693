import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { projectMark } from '#store/record-search/record-index.ts';
import { withBeginnings } from '#store/record-search/record-index-postgres.ts';
import type { Place } from '../worker/fill-store.ts';
import { levelRecords, type MadeText } from './texts.ts';

/** Writes rows with the SQL of one dialect and without the store, which would take hours. */
export interface Filler {
  dialect: 'sqlite' | 'postgres';
  /** The numbers from 1, as the table `s` of a `with` clause. */
  series(rows: number): string;
  execute(statement: string): Promise<void>;
  /** Brings the database into the state that it has in everyday use. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export const projectCount = 20;

/** Opens a filler. It creates indexes after the rows, because sorting an index once costs a tenth of growing it. */
export function openFiller(place: Place, texts: readonly MadeText[]): Promise<Filler> {
  const { home, databaseUrl } = place;
  return databaseUrl === null ? openSqliteFiller(home, texts) : openPostgresFiller(databaseUrl, texts);
}

const recordColumns = [
  'prompt',
  'tool_response',
  'request',
  'investigated',
  'learned',
  'completed',
  'next_steps',
] as const;
const textColumns = `title text, text text, ${recordColumns.map((column) => `${column} text`).join(', ')},
  prompts_levels text, observations_levels text, session_summaries_levels text`;

async function openSqliteFiller(home: string, texts: readonly MadeText[]): Promise<Filler> {
  const connection = new DatabaseSync(join(home, 'precis.db'), { enableForeignKeyConstraints: false });
  connection.exec('pragma journal_mode = delete; pragma journal_mode = memory');
  connection.exec('pragma synchronous = off; pragma cache_size = -500000');
  connection.function('md5', { deterministic: true }, (text) =>
    createHash('md5').update(String(text)).digest('hex'),
  );
  const indexes = connection
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null")
    .all();
  for (const { name } of indexes) connection.exec(`drop index ${String(name)}`);
  connection.exec(`create temp table bench_texts (id integer primary key, ${textColumns});
    create temp table bench_projects (id integer primary key, project text, mark text)`);
  const addText = connection.prepare(
    `insert into bench_texts values (${Array.from({ length: recordColumns.length + 6 }, () => '?').join(', ')})`,
  );
  for (const made of texts) {
    const { prompts, observations, session_summaries } = levelRecords(made);
    const records = recordColumns.map((column) => made.records[column]);
    addText.run(made.id, made.title, made.text, ...records, prompts, observations, session_summaries);
  }
  const addProject = connection.prepare('insert into bench_projects values (?, ?, ?)');
  for (const { id, project, mark } of projects()) addProject.run(id, project, mark);
  return {
    dialect: 'sqlite',
    series: (rows) =>
      `with recursive s(n) as (select 1 where ${rows} > 0 union all select n + 1 from s where n < ${rows})`,
    execute: async (statement) => connection.exec(statement),
    async finish() {
      for (const { sql } of indexes) connection.exec(String(sql));
    },
    close: async () => connection.close(),
  };
}

async function openPostgresFiller(databaseUrl: string, texts: readonly MadeText[]): Promise<Filler> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // References need no checks here, and a crash ends the measurement anyway.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint)`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`create temp table bench_texts (id bigint primary key, ${textColumns})`);
  await client.query('create temp table bench_projects (id bigint primary key, project text, mark text)');
  await client.query('insert into bench_texts select * from json_populate_recordset(null::bench_texts, $1)', [
    JSON.stringify(texts.map((text) => ({ ...text, ...text.records, ...levelColumns(text) }))),
  ]);
  for (const table of ['prompts', 'observations', 'session_summaries']) {
    await client.query(`alter table bench_texts alter ${table}_levels type tsvector
      using array_to_tsvector(string_to_array(${table}_levels, ' '))`);
  }
  await client.query(
    'insert into bench_projects select * from json_populate_recordset(null::bench_projects, $1)',
    [JSON.stringify(projects())],
  );
  // These are the terms that the store creates: each term, and its prefixes of one to four letters, marked with a
  // star.
  for (const column of ['title', 'text']) {
    await client.query(`alter table bench_texts add ${column}_terms tsvector`);
    await client.query(`update bench_texts set ${column}_terms = array_to_tsvector(array(
      select distinct term from string_to_table(${column === 'title' ? 'title' : "title || ' ' || text"}, ' ') as word,
        lateral unnest(array[word, left(word, 1) || '*', left(word, 2) || '*', left(word, 3) || '*',
          left(word, 4) || '*']) as term))`);
  }
  await client.query('analyze bench_texts; analyze bench_projects');
  return {
    dialect: 'postgres',
    series: (rows) => `with s(n) as (select generate_series(1::bigint, ${rows}))`,
    execute: async (statement) => {
      await client.query(statement);
    },
    async finish() {
      for (const { definition } of indexes) await client.query(definition);
      const { rows: identities } = await client.query<{ table_name: string; column_name: string }>(`
        select table_name, column_name from information_schema.columns
        where table_schema = 'public' and is_identity = 'YES'`);
      for (const { table_name, column_name } of identities) {
        await client.query(`select setval(pg_get_serial_sequence('${table_name}', '${column_name}'),
          (select coalesce(max(${column_name}), 0) + 1 from ${table_name}))`);
      }
      // A server does both automatically within about a minute.
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    },
    close: () => client.end(),
  };
}

function levelColumns(text: MadeText): Record<string, string> {
  const columns = Object.entries(levelRecords(text));
  return Object.fromEntries(columns.map(([table, terms]) => [`${table}_levels`, withBeginnings(terms)]));
}

function projects() {
  return Array.from({ length: projectCount }, (_, id) => ({
    id,
    project: `project-${id}`,
    mark: projectMark(`project-${id}`),
  }));
}
