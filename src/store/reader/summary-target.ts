import { runIdSchema } from '#schema/ids.ts';
import type { LockTarget } from '#store/checks/target.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { indexSummaries } from './index-summaries.ts';

/** The summary that a run made of an entry or a text. */
export const summaryTarget: LockTarget = async (database, trx, { id }) => {
  const runId = runIdSchema.safeParse(id).data;
  if (runId === undefined) return null;
  await database.lockSlots(trx);
  const row = await trx
    .selectFrom('slots')
    .innerJoin('summaries', 'summaries.run_id', 'slots.run_id')
    .select(['slots.source_id', 'summaries.text'])
    .where('slots.run_id', '=', runId)
    .where('slots.cleared_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    text: row.text,
    owner: { slot_run_id: runId },
    isBusy: false,
    async write({ text, grounding, at }) {
      await trx.updateTable('summaries').set({ text }).where('run_id', '=', runId).execute();
      await trx
        .updateTable('slots')
        .set({ grounding_json: toStoredJson(grounding), updated_at: at })
        .where('run_id', '=', runId)
        .execute();
      await indexSummaries(database, trx, [row.source_id]);
    },
  };
};
