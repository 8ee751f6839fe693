import { createChecks } from '#store/checks/checks.ts';
import { openConfiguration } from '#store/configuration/open-configuration.ts';
import { createRecentConfiguration } from '#store/configuration/recent-configuration.ts';
import { openConversations } from '#store/conversations/open-conversations.ts';
import { createMeaning } from '#store/meaning/meaning.ts';
import { createMemories } from '#store/memories/memories.ts';
import { createProjectStore } from '#store/projects/projects.ts';
import { openReader } from '#store/reader/open-reader.ts';
import { openRuns } from '#store/runs/open-runs.ts';
import { openSessions } from '#store/sessions/open-sessions.ts';
import { openSpaces } from '#store/spaces/open-spaces.ts';
import { openTags } from '#store/tags/open-tags.ts';
import { createTranslations } from '#store/translations/translations.ts';
import { checkIntegrity } from './check-integrity.ts';
import { correctCounters } from './counters/maintain-counters.ts';
import type { Database } from './database.ts';
import { measureStorage } from './measure-storage.ts';
import type { Store } from './store.ts';

/** Every aggregate over one open, migrated database. */
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
