import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { RunPrompt } from '#schema/runs/run.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';

const insert = prepareQuery<Insertable<Tables['run_prompts']>>((db, row) =>
  db.insertInto('run_prompts').values(row),
);

export function fillInsertPrompt(db: Kysely<Tables>, runId: RunId, prompt: RunPrompt): CompiledQuery {
  return insert.fill(db, {
    run_id: runId,
    parameters_json: toStoredJson(prompt.parameters),
    max_output_tokens: prompt.maxOutputTokens,
    temperature: prompt.temperature,
    system_prompt_override: prompt.systemPromptOverride,
  });
}

export async function readPrompt(db: Kysely<Tables>, runId: RunId): Promise<RunPrompt | null> {
  const row = await db.selectFrom('run_prompts').selectAll().where('run_id', '=', runId).executeTakeFirst();
  if (!row) return null;
  return {
    parameters: JSON.parse(row.parameters_json),
    maxOutputTokens: row.max_output_tokens,
    temperature: row.temperature,
    systemPromptOverride: row.system_prompt_override,
  };
}
