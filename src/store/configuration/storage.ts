import type { Database } from '#store/database.ts';
import type { StorageStore } from '#store/store.ts';

const counted = ['runs', 'issues', 'entries', 'threads', 'messages'] as const;

export function createStorage({ db, dialect, measureBytes }: Database): StorageStore {
  return {
    async measureStorage() {
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
        ])
        .executeTakeFirstOrThrow();
      return { dialect, databaseBytes: await measureBytes(), counts };
    },
  };
}
