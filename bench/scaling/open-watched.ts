import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { composeStore } from '#store/compose-store.ts';
import type { Database } from '#store/database.ts';
import { openPostgres } from '#store/postgres/postgres.ts';
import { createReadRows } from '#store/readable-rows.ts';
import { createEntryQueue } from '#store/reader/entry-queue.ts';
import { createRecordQueue } from '#store/record-search/record-queue.ts';
import { openSqlite } from '#store/sqlite/sqlite.ts';
import type { Store } from '#store/store.ts';
import type { Place } from '../worker/fill-store.ts';

export interface Watched {
  database: Database;
  store: Store;
  /** Returns the statements that the work executes. */
  watch(work: () => Promise<unknown>): Promise<CompiledQuery[]>;
}

/** Opens the store's functions over a database that records the statements they execute. */
export async function openWatched({ home, databaseUrl }: Place): Promise<Watched> {
  const opened = databaseUrl === null ? await openSqlite(home) : await openPostgres({ databaseUrl });
  const database = {
    ...opened,
    readRows: createReadRows(undefined),
    recordQueue: createRecordQueue(opened),
    entryQueue: createEntryQueue(opened),
  };
  let statements: CompiledQuery[] | null = null;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements?.push(database.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    database,
    store: composeStore({
      ...database,
      db: database.db.withPlugin(plugin),
      transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin))),
      relaxedTransaction: (work) => database.relaxedTransaction((trx) => work(trx.withPlugin(plugin))),
    }),
    async watch(work) {
      const watched: CompiledQuery[] = [];
      statements = watched;
      try {
        await work();
      } finally {
        statements = null;
      }
      return watched;
    },
  };
}
