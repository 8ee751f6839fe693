import type { Clock, Log, Model, Models } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { MeaningState } from '#schema/sessions/meaning-wire.ts';
import { driveReading } from './drive-reading.ts';
import { modelKey } from './model-key.ts';
import { type Chosen, createReading, type ReadingPorts } from './read-records.ts';
import { createMeaningSearch } from './search-meaning.ts';

export interface MeaningPorts extends Omit<ReadingPorts, 'now'> {
  /** Null: off. At most a second old. */
  getModelId(): Promise<ModelProfileId | null>;
  /** Calls back when the settings or a model profile have changed. */
  onChange(callback: () => void): () => void;
  models: Models;
  takeCall(profile: Model['profile']): Promise<number>;
  countRecords(): Promise<number>;
  clock: Clock;
  log: Log;
  hash(text: string): string;
}

export type Meaning = ReturnType<typeof createMeaning>;

/** Search by meaning: optional, beside the search by words. */
export function createMeaning(ports: MeaningPorts) {
  const { store, models, clock } = ports;
  const reading = createReading({ ...ports, now: clock.now });

  /** Throws AppError `model_not_configured` or `key_…`. */
  async function getChosen(): Promise<Chosen> {
    const id = await ports.getModelId();
    if (id === null) return null;
    const { profile } = await models.open(id);
    return { id, profile, key: modelKey(profile, ports.hash) };
  }

  return {
    search: {
      isOn: async () => (await ports.getModelId()) !== null,
      find: createMeaningSearch({ ...ports, getChosen, openModel: ({ id }) => models.open(id) }),
    },
    reading: driveReading({ ...ports, step: async () => reading.step(await getChosen()) }),
    async state(): Promise<MeaningState> {
      const modelProfileId = await ports.getModelId();
      const state = {
        modelProfileId,
        isAvailable: await store.canCompare(),
        read: 0,
        total: 0,
        failure: null,
      };
      if (modelProfileId === null) return state;
      const total = await ports.countRecords();
      try {
        const chosen = await getChosen();
        const read = chosen === null ? 0 : await store.countRead(chosen.key);
        const [last] = await ports.listRuns();
        const failure = last?.status === 'failed' ? last.errorMessage : null;
        return { ...state, read: Math.min(read, total), total, failure };
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'database_unavailable') throw error;
        return { ...state, total, failure: error.message };
      }
    },
  };
}
