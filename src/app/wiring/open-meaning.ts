import type { Engine } from '#engine/create-engine.ts';
import type { Tasks } from '#engine/define-task.ts';
import type { Bus, Log, Models } from '#engine/ports.ts';
import { createMeaning, type Meaning } from '#sources/session/meaning/create-meaning.ts';
import { createEmbeddingTask } from '#sources/session/tasks/embedding.ts';
import type { Store } from '#store/store.ts';
import { hashText, systemClock } from './system-ports.ts';

interface Parts {
  store: Store;
  engine: Pick<Engine, 'submit' | 'cancel'>;
  tasks: Tasks;
  models: Models;
  bus: Bus;
  log: Log;
}

/** The number of newest runs that are read. After this many failures, the pause between attempts no longer grows. */
const newestRuns = 8;

export function openMeaning({ store, engine, tasks, models, bus, log }: Parts): Meaning {
  tasks.add(createEmbeddingTask(store.meaning));
  return createMeaning({
    store: store.meaning,
    models,
    getModelId: async () => (await store.recent.getSettings()).search.embeddingModelProfileId,
    onChange: (callback) =>
      bus.subscribe((message) => {
        if (message.kind === 'changed' && (message.what === 'settings' || message.what === 'models'))
          callback();
      }),
    listRuns: async () => (await store.runs.listRuns({ taskType: 'embedding', limit: newestRuns })).items,
    submit: (request) => engine.submit(request),
    cancelRun: (id) => engine.cancel(id),
    takeCall: ({ id, requestsPerMinute }) =>
      store.runs.takeCall({ profileId: id, requestsPerMinute, at: systemClock.now() }),
    async countRecords() {
      const { prompts, observations, summaries } = await store.sessions.countSessions();
      return prompts + observations + summaries;
    },
    clock: systemClock,
    log,
    hash: hashText,
  });
}
