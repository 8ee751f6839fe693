import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Database } from '#store/database.ts';
import { createEntries } from '#store/entries.ts';
import { createFeeds } from '#store/feeds.ts';
import { createFinishRun } from '#store/finish-run.ts';
import { createIssues } from '#store/issues.ts';
import { createListEntries } from '#store/list-entries.ts';
import { createMessages } from '#store/messages.ts';
import { openPostgres } from '#store/postgres.ts';
import { createReadRows } from '#store/readable-rows.ts';
import { createRunEvents } from '#store/run-events.ts';
import { createRuns } from '#store/runs.ts';
import { createSessions } from '#store/sessions.ts';
import { createSpending } from '#store/spending.ts';
import { openSqlite } from '#store/sqlite.ts';
import { createStartRun } from '#store/start-run.ts';
import { createStorage } from '#store/storage.ts';
import { createSummaries } from '#store/summaries.ts';
import { createSweep } from '#store/sweep.ts';
import { createThreadRuns } from '#store/thread-runs.ts';
import { createThreads } from '#store/threads.ts';
import { createWorkers } from '#store/workers.ts';
import type { Place } from '../worker/fill-store.ts';

export type WatchedStore = ReturnType<typeof composeStore>;

export interface Watched {
  database: Database;
  store: WatchedStore;
  /** The statements that the work executes. */
  watch(work: () => Promise<unknown>): Promise<CompiledQuery[]>;
}

/** The store's functions over a database that records the statements they execute. */
export async function openWatched({ home, databaseUrl }: Place): Promise<Watched> {
  const opened = databaseUrl === null ? await openSqlite(home) : await openPostgres({ databaseUrl });
  const database = { ...opened, readRows: createReadRows(undefined) };
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

function composeStore(database: Database) {
  return {
    ...createRuns(database),
    ...createStartRun(database),
    ...createRunEvents(database),
    ...createFinishRun(database),
    ...createWorkers(database),
    ...createSweep(database),
    ...createSummaries(database),
    ...createIssues(database),
    ...createSpending(database),
    ...createStorage(database),
    ...createFeeds(database),
    ...createEntries(database),
    ...createListEntries(database),
    ...createThreads(database),
    ...createMessages(database),
    ...createThreadRuns(database),
    ...createSessions(database),
  };
}
