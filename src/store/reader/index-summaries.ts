import { sql } from 'kysely';
import { entryIdSchema } from '#schema/entry.ts';
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
  const rows = await trx
    .selectFrom('entries')
    .leftJoin('slots', (join) =>
      join
        .on('slots.task_type', '=', 'summary')
        .on('slots.cleared_at', 'is', null)
        .on('slots.source_kind', '=', 'entry')
        .on('slots.source_id', '=', sql<string>`cast(entries.id as text)`),
    )
    .leftJoin('summaries', 'summaries.run_id', 'slots.run_id')
    .select(['entries.id', 'summaries.text'])
    .where('entries.id', 'in', named)
    .execute();
  const [bare, summed] = [rows.filter(({ text }) => text === null), rows.filter(({ text }) => text !== null)];
  if (bare.length > 0) await search.summaries.remove(trx, sql`id in (${sql.join(bare.map(({ id }) => id))})`);
  const texts = Map.groupBy(summed, ({ id }) => id);
  if (texts.size === 0) return;
  await search.summaries.put(
    trx,
    [...texts].map(([id, found]) => ({
      id,
      title: '',
      body: indexTerms(found.map(({ text }) => text).join('\n')),
    })),
  );
}
