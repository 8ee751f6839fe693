import type { Log } from '#engine/ports.ts';
import { createAgents } from '#store/configuration/agents.ts';
import { createLogins } from '#store/configuration/logins.ts';
import { createProfiles } from '#store/configuration/profiles.ts';
import { createRecentConfiguration } from '#store/configuration/recent-configuration.ts';
import { createSettings } from '#store/configuration/settings.ts';
import { createSpending } from '#store/configuration/spending.ts';
import { createStorage } from '#store/configuration/storage.ts';
import { createConversationLease } from '#store/conversations/conversation-lease.ts';
import { createConversations } from '#store/conversations/conversations.ts';
import { createDeleteEntries } from '#store/reader/delete-entries.ts';
import { createEntries } from '#store/reader/entries.ts';
import { createFeeds } from '#store/reader/feeds.ts';
import { createFinishFetch } from '#store/reader/finish-fetch.ts';
import { createFolders } from '#store/reader/folders.ts';
import { createListEntries } from '#store/reader/list-entries.ts';
import { createClearedSummaries } from '#store/runs/cleared-summaries.ts';
import { createFinishRun } from '#store/runs/finish-run.ts';
import { createIdempotencyKeys } from '#store/runs/idempotency-keys.ts';
import { createIssues } from '#store/runs/issues.ts';
import { createModelCalls } from '#store/runs/model-calls.ts';
import { createRunEvents } from '#store/runs/run-events.ts';
import { createRunPlaces } from '#store/runs/run-places.ts';
import { createRuns } from '#store/runs/runs.ts';
import { createStartRun } from '#store/runs/start-run.ts';
import { createSummaries } from '#store/runs/summaries.ts';
import { createSweep } from '#store/runs/sweep.ts';
import { createWorkers } from '#store/runs/workers.ts';
import { createSessions } from '#store/sessions/sessions.ts';
import { createDeleteThreads } from '#store/spaces/delete-threads.ts';
import { createMessages } from '#store/spaces/messages.ts';
import { createSpaces } from '#store/spaces/spaces.ts';
import { createStartTurn } from '#store/spaces/start-turn.ts';
import { createThreadRuns } from '#store/spaces/thread-runs.ts';
import { createThreads } from '#store/spaces/threads.ts';
import { openSqlite } from '#store/sqlite/sqlite.ts';
import { checkIntegrity } from './check-integrity.ts';
import { migrate } from './migrate.ts';
import { createReadRows } from './readable-rows.ts';
import { createStartFold } from './spaces/start-fold.ts';
import { createSummaryVersions } from './spaces/summary-versions.ts';
import type { Store } from './store.ts';

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
  const recent = createRecentConfiguration(database);
  return {
    dialect: database.dialect,
    recent,
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
    ...createProfiles(database, recent.forget),
    ...createAgents(database, recent.forget),
    ...createSettings(database, recent.forget),
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
  const { openPostgres } = await import('#store/postgres/postgres.ts');
  return openPostgres({ databaseUrl, log });
}
