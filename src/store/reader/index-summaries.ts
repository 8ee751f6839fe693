import { sql } from 'kysely';
import { type EntryId, entryIdSchema } from '#schema/entry.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { indexTerms } from '#text/search-terms.ts';

/** Updates the summary search index for these sources; only entries are searched. */
export async function indexSummaries(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  sourceIds: readonly string[],
): Promise<void> {
  const named = sourceIds.flatMap((id) => entryIdSchema.safeParse(Number(id)).data ?? []);
  if (named.length === 0) return;
  const known = await trx.selectFrom('entries').select('id').where('id', 'in', named).execute();
  if (known.length === 0) return;
  const rows = await trx
    .selectFrom('summaries')
    .innerJoin('slots', 'slots.run_id', 'summaries.run_id')
    .select(['slots.source_id', 'summaries.text'])
    .where('slots.task_type', '=', 'summary')
    .where('slots.cleared_at', 'is', null)
    .where('slots.source_kind', '=', 'entry')
    .where(
      'slots.source_id',
      'in',
      known.map(({ id }) => String(id)),
    )
    .execute();
  const texts = Map.groupBy(rows, ({ source_id }) => Number(source_id) as EntryId);
  const bare = known.map(({ id }) => id).filter((id) => !texts.has(id));
  if (bare.length > 0) await search.summaries.remove(trx, sql`id in (${sql.join(bare)})`);
  await search.summaries.put(
    trx,
    [...texts].map(([id, found]) => ({
      id,
      title: '',
      body: indexTerms(found.map(({ text }) => text).join('\n')),
    })),
  );
}
