import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs that are there already stay without provenance: nobody knows what their templates said. */
export const provenance: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('runs').addColumn('provenance_json', 'text').execute();
    await db.schema
      .createTable('run_prompts')
      .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
      .addColumn('parameters_json', 'text', (column) => column.notNull())
      .addColumn('max_output_tokens', 'integer', (column) => column.notNull())
      .addColumn('temperature', 'double precision')
      .addColumn('system_prompt_override', 'text')
      .execute();
  },
};
