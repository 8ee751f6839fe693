import type { Database } from './database.ts';
import type { Store } from './store.ts';

const counted = ['summaries', 'runs', 'issues', 'entries', 'threads', 'messages'] as const;

export async function measureStorage({
  db,
  dialect,
  measureBytes,
}: Database): ReturnType<Store['measureStorage']> {
  const counts = await db
    .selectNoFrom(({ selectFrom, fn }) =>
      counted.map((table) =>
        selectFrom(table).select(fn.countAll<number>().as('count')).$asScalar().$notNull().as(table),
      ),
    )
    .executeTakeFirstOrThrow();
  return { dialect, databaseBytes: await measureBytes(), counts };
}
