import { sql } from 'kysely';
import { runIdSchema } from '#schema/ids.ts';
import { groundFields, placeFields, presentFields } from '#schema/sessions/field-text.ts';
import type { SummaryFields } from '#schema/sessions/session.ts';
import type { LockTarget } from '#store/checks/target.ts';
import { forgetVector } from '#store/meaning/forget-vector.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { applyEdits, type Edit, editsWithin } from '#text/second-opinion/edits.ts';
import { lockSession, toFields } from './session-row.ts';
import { hashFields } from './session-summary.ts';

/** The summary that a run made of a turn, unless something that the run read was deleted since. */
export const sessionTarget: LockTarget = async (database, trx, { id }) => {
  const runId = runIdSchema.safeParse(id).data;
  if (runId === undefined) return null;
  const select = trx
    .selectFrom('session_summaries')
    .innerJoin('session_orders', 'session_orders.run_id', 'session_summaries.run_id')
    .selectAll('session_summaries')
    .where('session_summaries.run_id', '=', runId)
    .where('session_orders.is_void', '=', 0);
  const found = await select.executeTakeFirst();
  // Read again under the lock: a deletion at this moment comes first, or finds what is written here.
  const session = found && (await lockSession(trx, found.session_id));
  const row = session && (await select.executeTakeFirst());
  if (!row) return null;
  const fields = toFields(row);
  return {
    text: presentFields(fields),
    owner: { session_summary_id: row.id },
    isBusy: false,
    async write({ edits, grounding }) {
      const edited = editFields(fields, edits);
      const hash = hashFields(edited);
      const same = await trx
        .selectFrom('session_summaries')
        .select('id')
        .where('session_id', '=', row.session_id)
        .where('prompt_number', '=', row.prompt_number)
        .where('content_hash', '=', hash)
        .executeTakeFirst();
      await trx
        .updateTable('session_summaries')
        .set({
          ...edited,
          ...(same ? {} : { content_hash: hash }),
          grounding_json: toStoredJson(groundFields(edited, grounding)),
        })
        .where('id', '=', row.id)
        .execute();
      await database.recordQueue.add(trx, 'summary', sql`id = ${row.id}`);
      await forgetVector(trx, 'summary', row.id);
    },
  };
};

function editFields(fields: SummaryFields, edits: readonly Edit[]): SummaryFields {
  const edited = placeFields(fields).map((place) => [
    place.name,
    applyEdits(place.text, editsWithin(edits, place)),
  ]);
  return { ...fields, ...Object.fromEntries(edited) };
}
