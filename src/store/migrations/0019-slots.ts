import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/** The slot of a result becomes a row of its own, for all tasks; the text of a summary stays in its table. */
export const slots: Migration = {
  async up(db: Kysely<unknown>) {
    await createSlots(db);
    await carrySummaries(db);
    await carryCleared(db);
    await carryVariants(db);
  },
};

async function createSlots(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slots')
    .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
    .addColumn('task_type', 'text', (column) => column.notNull())
    .addColumn('source_kind', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('variant', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('template_hash', 'text')
    .addColumn('grounding_json', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('undo_id', 'text')
    .addColumn('cleared_at', 'bigint')
    .execute();
  await sql`
    create unique index slots_by_key on slots (task_type, source_kind, source_id, variant)
    where cleared_at is null`.execute(db);
  await db.schema
    .createIndex('slots_by_age')
    .on('slots')
    .columns(['task_type', 'updated_at', 'created_at', 'run_id'])
    .execute();
  await sql`create index slots_cleared on slots (cleared_at) where cleared_at is not null`.execute(db);
}

async function carrySummaries(db: Kysely<unknown>): Promise<void> {
  const templateHash = isPostgres(db)
    ? sql`runs.provenance_json::jsonb #>> '{templates,0,hash}'`
    : sql`json_extract(runs.provenance_json, '$.templates[0].hash')`;
  await sql`
    insert into slots (run_id, task_type, source_kind, source_id, variant, content_hash, template_hash,
      grounding_json, created_at, updated_at)
    select summaries.run_id, summaries.task_type, summaries.source_kind, summaries.source_id,
      ${variantOf('summaries')}, summaries.content_hash, ${templateHash}, summaries.grounding_json,
      summaries.created_at, summaries.updated_at
    from summaries join runs on runs.id = summaries.run_id`.execute(db);
  await db.schema
    .createTable('summary_texts')
    .addColumn('run_id', 'text', (column) =>
      column.primaryKey().references('slots.run_id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('output_language', 'text')
    .execute();
  await sql`
    insert into summary_texts (run_id, text, output_language)
    select run_id, text, output_language from summaries`.execute(db);
  await db.schema.dropTable('summaries').execute();
  await db.schema.alterTable('summary_texts').renameTo('summaries').execute();
}

interface ClearedRow {
  task_type: string;
  source_kind: string;
  source_id: string;
  target_language: string;
  detail_level: string;
  text: string;
  output_language: string | null;
  content_hash: string;
  grounding_json: string | null;
  created_at: number;
  updated_at: number;
}

/** Those that can still be restored: some minutes' worth. */
async function carryCleared(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ run_id: string; undo_id: string; row_json: string; cleared_at: number }>`
    select run_id, undo_id, row_json, cleared_at from cleared_summaries
    where run_id not in (select run_id from slots)`.execute(db);
  for (const { run_id, undo_id, row_json, cleared_at } of rows) {
    const row: ClearedRow = JSON.parse(row_json);
    const variant = JSON.stringify({ detailLevel: row.detail_level, targetLanguage: row.target_language });
    await sql`
      insert into slots (run_id, task_type, source_kind, source_id, variant, content_hash, grounding_json,
        created_at, updated_at, undo_id, cleared_at)
      values (${run_id}, ${row.task_type}, ${row.source_kind}, ${row.source_id}, ${variant},
        ${row.content_hash}, ${row.grounding_json}, ${row.created_at}, ${row.updated_at}, ${undo_id},
        ${cleared_at})`.execute(db);
    await sql`
      insert into summaries (run_id, text, output_language)
      values (${run_id}, ${row.text}, ${row.output_language})`.execute(db);
  }
  await db.schema.dropTable('cleared_summaries').execute();
}

async function carryVariants(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('variant_json', 'text').execute();
  await sql`
    update runs set variant_json = ${variantOf('runs')}
    where detail_level is not null and target_language is not null`.execute(db);
  await db.schema.alterTable('runs').dropColumn('detail_level').execute();
}

/** Languages and levels are plain codes that need no escaping in JSON. */
function variantOf(table: 'summaries' | 'runs') {
  const level = sql.ref(`${table}.detail_level`);
  const language = sql.ref(`${table}.target_language`);
  return sql`'{"detailLevel":"' || ${level} || '","targetLanguage":"' || ${language} || '"}'`;
}
