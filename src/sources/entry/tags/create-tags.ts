import { createAutoTags } from './auto-tags.ts';
import { createBatchDriver } from './batch-driver.ts';
import { createEntryTags } from './entry-tags.ts';
import type { TagPorts } from './ports.ts';
import { createTagLibrary } from './tag-library.ts';
import { createTaggingBatches } from './tagging-batches.ts';

export type Tags = ReturnType<typeof createTags>;

/** Everything about tags: the library, the tags of entries, batches, and feeds that tag automatically. */
export function createTags(ports: TagPorts) {
  const driver = createBatchDriver(ports);
  return {
    library: createTagLibrary(ports),
    ofEntry: createEntryTags(ports),
    batches: createTaggingBatches(ports, driver),
    driver,
    auto: createAutoTags(ports),
  };
}
