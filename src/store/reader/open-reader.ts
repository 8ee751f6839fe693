import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createDeleteEntries } from './delete-entries.ts';
import { createEntries } from './entries.ts';
import { createFeeds } from './feeds.ts';
import { createFinishFetch } from './finish-fetch.ts';
import { createFolders } from './folders.ts';
import { createListEntries } from './list-entries.ts';
import { createSummaries } from './summaries.ts';

export function openReader(database: Database): Store['reader'] {
  return {
    ...createFeeds(database),
    ...createFolders(database),
    ...createFinishFetch(database),
    ...createEntries(database),
    ...createListEntries(database),
    ...createDeleteEntries(database),
    ...createSummaries(database),
  };
}
