import type { Database } from './database.ts';
import type { Store } from './store.ts';

const counted = ['runs', 'issues', 'entries', 'threads', 'messages', 'tags'] as const;

export async function measureStorage({
  db,
  dialect,
  measureBytes,
}: Database): ReturnType<Store['measureStorage']> {
  const counts = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      ...counted.map((table) =>
        selectFrom(table).select(fn.countAll<number>().as('count')).$asScalar().$notNull().as(table),
      ),
      selectFrom('slots')
        .select(fn.countAll<number>().as('count'))
        .where('task_type', '=', 'summary')
        .where('cleared_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('summaries'),
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
  return { dialect, databaseBytes: await measureBytes(), counts };
}
