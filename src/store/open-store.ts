import type { Log } from '#engine/ports.ts';
import { createAgents } from './agents.ts';
import { checkIntegrity } from './check-integrity.ts';
import { createClearedSummaries } from './cleared-summaries.ts';
import { createConversationLease } from './conversation-lease.ts';
import { createConversations } from './conversations.ts';
import { createDeleteEntries } from './delete-entries.ts';
import { createDeleteThreads } from './delete-threads.ts';
import { createEntries } from './entries.ts';
import { createFeeds } from './feeds.ts';
import { createFinishFetch } from './finish-fetch.ts';
import { createFinishRun } from './finish-run.ts';
import { createFolders } from './folders.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createIssues } from './issues.ts';
import { createListEntries } from './list-entries.ts';
import { createLogins } from './logins.ts';
import { createMessages } from './messages.ts';
import { migrate } from './migrate.ts';
import { createModelCalls } from './model-calls.ts';
import { createProfiles } from './profiles.ts';
import { createReadRows } from './readable-rows.ts';
import { createRunEvents } from './run-events.ts';
import { createRunPlaces } from './run-places.ts';
import { createRuns } from './runs.ts';
import { createSessions } from './sessions.ts';
import { createSettings } from './settings.ts';
import { createStartFold } from './spaces/start-fold.ts';
import { createSummaryVersions } from './spaces/summary-versions.ts';
import { createSpaces } from './spaces.ts';
import { createSpending } from './spending.ts';
import { openSqlite } from './sqlite.ts';
import { createStartRun } from './start-run.ts';
import { createStartTurn } from './start-turn.ts';
import { createStorage } from './storage.ts';
import type { Store } from './store.ts';
import { createSummaries } from './summaries.ts';
import { createSweep } from './sweep.ts';
import { createThreadRuns } from './thread-runs.ts';
import { createThreads } from './threads.ts';
import { createWorkers } from './workers.ts';

interface OpenStoreOptions {
  /** The directory of the embedded database; created if missing. */
  home: string;
  /** A PostgreSQL address, which then takes the place of the embedded database. */
  databaseUrl: string | null;
  log?: Log | undefined;
}

/** Opens and migrates. Throws AppError `database_unavailable` or `database_newer`. */
export async function openStore({ home, databaseUrl, log }: OpenStoreOptions): Promise<Store> {
  const opened = databaseUrl === null ? await openSqlite(home) : await openServer(databaseUrl, log);
  const database = { ...opened, readRows: createReadRows(log) };
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    dialect: database.dialect,
    ...createRuns(database),
    ...createStartRun(database),
    ...createRunPlaces(database),
    ...createModelCalls(database),
    ...createRunEvents(database),
    ...createFinishRun(database),
    ...createWorkers(database),
    ...createSweep(database),
    ...createIdempotencyKeys(database),
    ...createSummaries(database),
    ...createClearedSummaries(database),
    ...createIssues(database),
    ...createProfiles(database),
    ...createAgents(database),
    ...createSettings(database),
    ...createLogins(database),
    ...createSpending(database),
    ...createStorage(database),
    ...createFeeds(database),
    ...createFolders(database),
    ...createFinishFetch(database),
    ...createEntries(database),
    ...createListEntries(database),
    ...createDeleteEntries(database),
    ...createSpaces(database),
    ...createThreads(database),
    ...createMessages(database),
    ...createStartTurn(database),
    ...createStartFold(database),
    ...createSummaryVersions(database),
    ...createThreadRuns(database),
    ...createDeleteThreads(database),
    ...createConversations(database),
    ...createConversationLease(database),
    ...createSessions(database),
    checkIntegrity: () => checkIntegrity(database),
    close: () => database.close(),
  };
}

/** Loaded on first use: without a DATABASE_URL no one pays for the driver. */
async function openServer(databaseUrl: string, log: Log | undefined) {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres({ databaseUrl, log });
}
