import type { Database } from '#store/database.ts';
import type { StorageStore } from '#store/store.ts';

const counted = ['summaries', 'runs', 'issues', 'entries', 'threads', 'messages'] as const;

export function createStorage({ db, dialect, measureBytes }: Database): StorageStore {
  return {
    async measureStorage() {
      const counts = await db
        .selectNoFrom(({ selectFrom, fn }) =>
          counted.map((table) =>
            selectFrom(table).select(fn.countAll<number>().as('count')).$asScalar().$notNull().as(table),
          ),
        )
        .executeTakeFirstOrThrow();
      return { dialect, databaseBytes: await measureBytes(), counts };
    },
  };
}
