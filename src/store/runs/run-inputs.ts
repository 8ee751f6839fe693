import { setImmediate as nextTick } from 'node:timers/promises';
import { type CompiledQuery, type Insertable, type Kysely, sql } from 'kysely';
import type { PreparedRun } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunInput } from '#schema/runs/run.ts';
import { toStorableText } from '#schema/text/bounded-json.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { RunInputsTable, Tables } from '#store/tables.ts';

const insert = prepareQuery<Insertable<RunInputsTable>>((db, row) => db.insertInto('run_inputs').values(row));

interface Encoded extends Omit<Insertable<RunInputsTable>, 'source_text'> {
  source_text: Uint8Array;
}

/**
 * On SQLite, a large text is bound and read several times faster as bytes, and other requests get turns in between.
 */
const insertEncoded = prepareQuery<Encoded>((db, { source_text, ...row }) =>
  db.insertInto('run_inputs').values({ ...row, source_text: sql`cast(${source_text} as text)` }),
);

const read = prepareQuery<{ runId: RunId }, Omit<RunInputsTable, 'source_text'> & { bytes: Uint8Array }>(
  (db, { runId }) =>
    db
      .selectFrom('run_inputs')
      .select(['run_id', 'title', 'content_hash', 'system_prompt_override', 'subject_json'])
      .select(sql<Uint8Array>`cast(source_text as blob)`.as('bytes'))
      .where('run_id', '=', runId),
);

const remove = prepareQuery<{ runId: RunId }>((db, { runId }) =>
  db.deleteFrom('run_inputs').where('run_id', '=', runId),
);

export function fillDeleteInput(db: Kysely<Tables>, runId: RunId): CompiledQuery {
  return remove.fill(db, { runId });
}

export async function insertInput(
  { joinsWrites }: Pick<Database, 'joinsWrites'>,
  trx: TablesTransaction,
  { run, input }: Pick<PreparedRun, 'run' | 'input'>,
): Promise<void> {
  const { source_text: text, ...others } = toInputColumns(input);
  const columns = { run_id: run.id, ...others };
  if (joinsWrites) await insert.execute(trx, { ...columns, source_text: text });
  else
    await insertEncoded.execute(trx, { ...columns, source_text: await encodeInSteps(toStorableText(text)) });
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads what `insertInput` wrote. It blocks other requests only while it decodes. */
export async function readInputInSteps(db: Kysely<Tables>, runId: RunId): Promise<RunInput | null> {
  const [row] = (await read.execute(db, { runId })).rows;
  return row ? toInput({ ...row, source_text: decoder.decode(row.bytes) }) : null;
}

/** The number of characters per step. Encoding a million Chinese characters takes 10 ms. */
const stepCharacters = 1_000_000;

/**
 * Encodes a text as UTF-8 in steps. The text is well-formed, and no step ends between the two halves of a character.
 */
async function encodeInSteps(text: string): Promise<Uint8Array> {
  if (text.length <= stepCharacters) return Buffer.from(text);
  const bytes = Buffer.allocUnsafe(text.length * 3);
  let size = 0;
  for (let at = 0; at < text.length; ) {
    const isSplit = (text.codePointAt(at + stepCharacters - 1) ?? 0) > 0xffff;
    const end = at + stepCharacters + (isSplit ? 1 : 0);
    size += bytes.write(text.slice(at, end), size);
    at = end;
    await nextTick();
  }
  return bytes.subarray(0, size);
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
