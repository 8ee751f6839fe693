import { sql } from 'kysely';
import { createChecks } from '#store/checks/checks.ts';
import { createMeaning } from '#store/meaning/meaning.ts';
import { createMemories } from '#store/memories/memories.ts';
import { openReader } from '#store/reader/open-reader.ts';
import { openRuns } from '#store/runs/open-runs.ts';
import { createDeliveries } from '#store/sessions/deliveries.ts';
import { openSessions } from '#store/sessions/open-sessions.ts';
import { openSpaces } from '#store/spaces/open-spaces.ts';
import { openTags } from '#store/tags/open-tags.ts';
import { createTranslations } from '#store/translations/translations.ts';
import { checkIntegrity } from './check-integrity.ts';
import { createRecentConfiguration, openConfiguration } from './configuration/open-configuration.ts';
import { createConversationLease } from './conversations/conversation-lease.ts';
import { createConversations } from './conversations/conversations.ts';
import { correctCounters } from './counters/counted.ts';
import type { Database } from './database.ts';
import { createProjectStore } from './projects.ts';
import type { Store } from './store.ts';

/** Creates every aggregate over one open, migrated database. */
export function composeStore(database: Database): Store {
  const recent = createRecentConfiguration(database);
  return {
    dialect: database.dialect,
    runs: openRuns(database),
    reader: openReader(database),
    spaces: openSpaces(database),
    conversations: openConversations(database),
    sessions: openSessions(database),
    memories: createMemories(database),
    meaning: createMeaning(database),
    projects: createProjectStore(database),
    deliveries: createDeliveries(database),
    checks: createChecks(database),
    translations: createTranslations(database),
    tags: openTags(database),
    configuration: openConfiguration(database, recent.forget),
    recent,
    measureStorage: () => measureStorage(database),
    checkIntegrity: () => checkIntegrity(database),
    correctCounters: () => correctCounters(database),
    async close() {
      await database.recordQueue.close();
      await database.entryQueue.close();
      await database.close();
    },
  };
}

function openConversations(database: Database): Store['conversations'] {
  return {
    ...createConversations(database),
    ...createConversationLease(database),
  };
}

async function measureStorage({ db, dialect, measureBytes }: Database): ReturnType<Store['measureStorage']> {
  const kept = await db
    .selectFrom('row_counts')
    .select(['name', 'part'])
    .select(({ fn }) => fn.sum<string | number>('count').as('count'))
    .groupBy(['name', 'part'])
    .execute();
  const countOf = (name: string, part?: string) =>
    kept
      .filter((row) => row.name === name && (part === undefined || row.part === part))
      .reduce((sum, { count }) => sum + Number(count), 0);
  const others = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('tags').select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('tags'),
      selectFrom('entry_counts')
        .select(sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('entries'),
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
  const counts = {
    runs: countOf('runs'),
    issues: countOf('issues'),
    threads: countOf('threads'),
    messages: countOf('messages'),
    summaries: countOf('slots', 'summary'),
    ...others,
  };
  return { dialect, databaseBytes: await measureBytes(), counts };
}
