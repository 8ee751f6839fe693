import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { createSpending } from '#store/configuration/spending.ts';
import { createStorage } from '#store/configuration/storage.ts';
import type { Database } from '#store/database.ts';
import { openPostgres } from '#store/postgres/postgres.ts';
import { createReadRows } from '#store/readable-rows.ts';
import { createEntries } from '#store/reader/entries.ts';
import { createFeeds } from '#store/reader/feeds.ts';
import { createListEntries } from '#store/reader/list-entries.ts';
import { createSummaries } from '#store/reader/summaries.ts';
import { createFinishRun } from '#store/runs/finish-run.ts';
import { createIssues } from '#store/runs/issues.ts';
import { createRunEvents } from '#store/runs/run-events.ts';
import { createRuns } from '#store/runs/runs.ts';
import { createStartRun } from '#store/runs/start-run.ts';
import { createSweep } from '#store/runs/sweep.ts';
import { createWorkers } from '#store/runs/workers.ts';
import { createSessions } from '#store/sessions/sessions.ts';
import { createMessages } from '#store/spaces/messages.ts';
import { createThreadRuns } from '#store/spaces/thread-runs.ts';
import { createThreads } from '#store/spaces/threads.ts';
import { openSqlite } from '#store/sqlite/sqlite.ts';
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
