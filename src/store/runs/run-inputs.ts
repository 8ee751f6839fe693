import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { RunInput } from '#schema/runs/run.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { RunInputsTable, Tables } from '#store/tables.ts';

const insert = prepareQuery<Insertable<RunInputsTable>>((db, row) => db.insertInto('run_inputs').values(row));

const remove = prepareQuery<{ runId: RunId }>((db, { runId }) =>
  db.deleteFrom('run_inputs').where('run_id', '=', runId),
);

export function fillDeleteInput(db: Kysely<Tables>, runId: RunId): CompiledQuery {
  return remove.fill(db, { runId });
}

export async function insertInput(db: Kysely<Tables>, runId: RunId, input: RunInput): Promise<void> {
  await insert.execute(db, { run_id: runId, ...toInputColumns(input) });
}

export function toInputColumns(input: RunInput): Omit<Insertable<RunInputsTable>, 'run_id'> {
  return {
    source_text: input.sourceText,
    title: input.title,
    content_hash: input.contentHash,
    system_prompt_override: input.systemPromptOverride,
    subject_json: input.subject === null ? null : toStoredJson(input.subject),
  };
}

export async function readInput(db: Kysely<Tables>, runId: RunId): Promise<RunInput | null> {
  const row = await db.selectFrom('run_inputs').selectAll().where('run_id', '=', runId).executeTakeFirst();
  return row ? toInput(row) : null;
}

export const inputColumns = [
  'source_text',
  'title',
  'content_hash',
  'system_prompt_override',
  'subject_json',
] as const satisfies (keyof RunInputsTable)[];

export function toInput(row: Pick<RunInputsTable, (typeof inputColumns)[number]>): RunInput {
  return {
    sourceText: row.source_text,
    title: row.title,
    contentHash: row.content_hash,
    systemPromptOverride: row.system_prompt_override,
    subject: row.subject_json === null ? null : JSON.parse(row.subject_json),
  };
}
