import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { TaggingMode } from '#schema/tags/tag-wire.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import { createBatchDriver } from './batch-driver.ts';
import { createEntryTags } from './entry-tags.ts';
import { planTagging } from './plan-tagging.ts';
import type { TagPorts } from './ports.ts';
import { createTagLibrary } from './tag-library.ts';
import { createTaggingBatches } from './tagging-batches.ts';

export type Tags = ReturnType<typeof createTags>;

/** Of one feed at one refresh; the others can be tagged as a batch. */
const mostNewEntries = 50;

/** Everything about tags: the library, the tags of entries, and batches. */
export function createTags(ports: TagPorts) {
  const driver = createBatchDriver(ports);
  return {
    library: createTagLibrary(ports),
    ofEntry: createEntryTags(ports),
    batches: createTaggingBatches(ports, driver),
    driver,

    /** The newest entries of a feed that tags automatically. Over a spending cap they are left out. */
    async tagNew(ids: readonly EntryId[], mode: TaggingMode): Promise<void> {
      const settings = await ports.getSettings();
      for (const id of ids.slice(-mostNewEntries)) {
        const entry = await ports.entries.getEntry(id);
        if (entry === null || checkEntry(entry) !== null) continue;
        try {
          await ports.engine.submit(planTagging(entry, { mode, trigger: 'auto', settings }));
        } catch (error) {
          if (error instanceof AppError && error.code === 'spending_capped') return;
          ports.log.warn({ entryId: id, err: error }, 'a new entry was not tagged');
        }
      }
    },
  };
}
