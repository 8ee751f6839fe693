import type { TagStore } from '#sources/entry/tags/ports.ts';
import type { Database } from '#store/database.ts';
import { createAcceptBatch } from './accept-batch.ts';
import { createAdvanceBatch } from './advance-batch.ts';
import { createBatches } from './batches.ts';
import { createEntryTags } from './entry-tags.ts';
import { createListBatchEntries } from './list-batch-entries.ts';
import { createTagLibrary } from './tag-library.ts';
import { createTransferTags } from './transfer-tags.ts';
import { createWishedTags } from './wished-tags.ts';

export function openTags(database: Database): TagStore {
  return {
    ...createTagLibrary(database),
    ...createEntryTags(database),
    ...createBatches(database),
    ...createAdvanceBatch(database),
    ...createAcceptBatch(database),
    ...createListBatchEntries(database),
    ...createTransferTags(database),
    ...createWishedTags(database),
  };
}
