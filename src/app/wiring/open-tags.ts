import { randomUUID } from 'node:crypto';
import type { Engine } from '#engine/create-engine.ts';
import type { Tasks } from '#engine/define-task.ts';
import type { Bus, Log, Models } from '#engine/ports.ts';
import { createTags, type Tags } from '#sources/entry/tags/create-tags.ts';
import { createTaggingTask } from '#sources/entry/tasks/tagging.ts';
import type { Store } from '#store/store.ts';
import { systemClock } from './system-ports.ts';

interface Parts {
  store: Store;
  engine: Engine;
  tasks: Tasks;
  models: Models;
  bus: Bus;
  log: Log;
}

export function openTags({ store, engine, tasks, models, bus, log }: Parts): Tags {
  const tags = createTags({
    store: store.tags,
    entries: store.reader,
    runs: store.runs,
    engine,
    models,
    getSettings: store.recent.getSettings,
    bus,
    clock: systemClock,
    log,
    newId: randomUUID,
  });
  tasks.add(createTaggingTask({ store: store.tags, continueBatches: tags.driver.advance }));
  return tags;
}
