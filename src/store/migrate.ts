import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { AppError } from '#schema/app-error.ts';
import type { OpenedDatabase } from './database.ts';
import { runsAndSummaries } from './migrations/0001-runs-and-summaries.ts';
import { workersIssuesAndProfiles } from './migrations/0002-workers-issues-and-profiles.ts';
import { reader } from './migrations/0003-reader.ts';
import { grounding } from './migrations/0004-grounding.ts';
import { spaces } from './migrations/0005-spaces.ts';
import { conversations } from './migrations/0006-conversations.ts';
import { sessions } from './migrations/0007-sessions.ts';
import { modelCalls } from './migrations/0008-model-calls.ts';
import { manyRows } from './migrations/0009-many-rows.ts';
import { leaseHolders } from './migrations/0010-lease-holders.ts';
import { provenance } from './migrations/0011-provenance.ts';
import { idempotencyKeys } from './migrations/0012-idempotency-keys.ts';
import { logins } from './migrations/0013-logins.ts';
import { summaryVersions } from './migrations/0014-summary-versions.ts';
import { projects } from './migrations/0016-projects.ts';
import { readerPromises } from './migrations/0017-reader.ts';
import { loadingFeeds } from './migrations/0018-loading-feeds.ts';
import { slots } from './migrations/0019-slots.ts';
import { checks } from './migrations/0020-checks.ts';
import { translations } from './migrations/0021-translations.ts';
import { tags } from './migrations/0022-tags.ts';
import { autoTags } from './migrations/0023-auto-tags.ts';
import { rankedSearch } from './migrations/0024-ranked-search.ts';
import { keptSlots } from './migrations/0026-kept-slots.ts';
import { counters } from './migrations/0029-counters.ts';
import { feedMarks } from './migrations/from-0030/0030-feed-marks.ts';
import { marksTogether } from './migrations/from-0030/0031-marks-together.ts';
import { pictures } from './migrations/from-0030/0032-pictures.ts';
import { articleThreads } from './migrations/from-0030/0033-article-threads.ts';
import { activityCounts } from './migrations/from-0030/0034-activity.ts';
import { clients } from './migrations/from-0030/0035-clients.ts';
import { importPlaces } from './migrations/from-0030/0036-import-places.ts';
import { memories } from './migrations/from-0030/0037-memories.ts';
import { vectors } from './migrations/from-0030/0038-vectors.ts';
import { memoriesByProject } from './migrations/from-0030/0039-memories-by-project.ts';
import { oldPictures } from './migrations/from-0030/0040-old-pictures.ts';
import { vectorSketches } from './migrations/from-0030/0041-vector-sketches.ts';
import { mergeInSteps } from './migrations/from-0030/0042-merge-in-steps.ts';
import { memoryProposals } from './migrations/from-0030/0043-memory-proposals.ts';
import { queuedMessages } from './migrations/from-0030/0044-queued-messages.ts';
import { believableUsage } from './migrations/from-0030/0045-believable-usage.ts';
import { sanitizerVersions } from './migrations/from-0030/0046-sanitizer-versions.ts';
import type { Tables } from './tables.ts';

/** In order of their names. A published one is never edited; a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001-runs-and-summaries': runsAndSummaries,
  '0002-workers-issues-and-profiles': workersIssuesAndProfiles,
  '0003-reader': reader,
  '0004-grounding': grounding,
  '0005-spaces': spaces,
  '0006-conversations': conversations,
  '0007-sessions': sessions,
  '0008-model-calls': modelCalls,
  '0009-many-rows': manyRows,
  '0010-lease-holders': leaseHolders,
  '0011-provenance': provenance,
  '0012-idempotency-keys': idempotencyKeys,
  '0013-logins': logins,
  '0014-summary-versions': summaryVersions,
  '0016-projects': projects,
  '0017-reader': readerPromises,
  '0018-loading-feeds': loadingFeeds,
  '0019-slots': slots,
  '0020-checks': checks,
  '0021-translations': translations,
  '0022-tags': tags,
  '0023-auto-tags': autoTags,
  '0024-ranked-search': rankedSearch,
  '0026-kept-slots': keptSlots,
  '0029-counters': counters,
  '0030-feed-marks': feedMarks,
  '0031-marks-together': marksTogether,
  '0032-pictures': pictures,
  '0033-article-threads': articleThreads,
  '0034-activity': activityCounts,
  '0035-clients': clients,
  '0036-import-places': importPlaces,
  '0037-memories': memories,
  '0038-vectors': vectors,
  '0039-memories-by-project': memoriesByProject,
  '0040-old-pictures': oldPictures,
  '0041-vector-sketches': vectorSketches,
  '0042-merge-in-steps': mergeInSteps,
  '0043-memory-proposals': memoryProposals,
  '0044-queued-messages': queuedMessages,
  '0045-believable-usage': believableUsage,
  '0046-sanitizer-versions': sanitizerVersions,
};

/**
 * Brings the database to this program's version, all steps in one transaction. Of several processes one does it and
 * the others wait: SQLite by its write lock, PostgreSQL by the migrator's advisory lock.
 */
export async function migrate(database: OpenedDatabase): Promise<void> {
  await database.withoutTimeLimit(async (db) => {
    if (await isUpToDate(db)) return;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const version = await findOldVersion(migrator);
    if (version !== null) await database.keepCopy(version);
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (error instanceof AppError) throw error;
    // The migrator looks for steps it does not know before it changes anything.
    await refuseNewer(db);
    throw error;
  });
}

/** One statement, as nearly every start finds all steps done. */
async function isUpToDate(db: Kysely<Tables>): Promise<boolean> {
  // Without the table it is a new database; the migrator reports any other failure.
  const done = new Set(await listDone(db).catch(() => []));
  const names = Object.keys(migrations);
  return done.size === names.length && names.every((name) => done.has(name));
}

async function listDone(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The version of a database that has steps to go; null: it is empty, or as new as this program. */
async function findOldVersion(migrator: Migrator): Promise<string | null> {
  const steps = await migrator.getMigrations();
  const done = steps.filter(({ executedAt }) => executedAt !== undefined);
  return done.length === steps.length ? null : (done.at(-1)?.name ?? null);
}

async function refuseNewer(db: Kysely<Tables>): Promise<void> {
  const databaseVersion = (await listDone(db)).findLast((name) => !Object.hasOwn(migrations, name));
  if (databaseVersion === undefined) return;
  const programVersion = Object.keys(migrations).at(-1);
  throw new AppError(
    'database_newer',
    `The database has version ${databaseVersion}; this version of Precis supports versions up to ${programVersion}.`,
    { details: { databaseVersion, programVersion } },
  );
}
