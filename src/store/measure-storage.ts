import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Store } from './store.ts';

export async function measureStorage({
  db,
  dialect,
  measureBytes,
}: Database): ReturnType<Store['measureStorage']> {
  const kept = await db
    .selectFrom('row_counts')
    .select(['name', 'part'])
    .select(({ fn }) => fn.sum<string | number>('count').as('count'))
    .groupBy(['name', 'part'])
    .execute();
  const countOf = (name: string, part?: string) =>
    kept
      .filter((row) => row.name === name && (part === undefined || row.part === part))
      .reduce((sum, { count }) => sum + Number(count), 0);
  const others = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('tags').select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('tags'),
      selectFrom('entry_counts')
        .select(sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('entries'),
      selectFrom(
        selectFrom('translated_paragraphs')
          .select(['entry_id', 'target_language'])
          .distinct()
          .where('cleared_at', 'is', null)
          .as('translated'),
      )
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('translations'),
    ])
    .executeTakeFirstOrThrow();
  const counts = {
    runs: countOf('runs'),
    issues: countOf('issues'),
    threads: countOf('threads'),
    messages: countOf('messages'),
    summaries: countOf('slots', 'summary'),
    ...others,
  };
  return { dialect, databaseBytes: await measureBytes(), counts };
}
