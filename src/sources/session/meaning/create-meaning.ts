import type { Clock, Log, Model, Models } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { MeaningState, SearchMeaning } from '#schema/sessions/meaning-wire.ts';
import type { FoundByMeaning, MeaningQuery } from '#sources/session/ports.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { modelKey } from '#sources/session/tasks/embedding.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
import type { MeaningStore, Vector } from './ports.ts';
import { type Chosen, createReading, type NextStep, type ReadingPorts } from './read-records.ts';

export interface MeaningPorts extends Omit<ReadingPorts, 'now'> {
  /** Null if search by meaning is off. May be outdated by one second. */
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

/** Search by meaning, an optional addition to search by words. */
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

interface DrivePorts {
  /** Runs one step and returns when the next one should run. */
  step(): Promise<NextStep>;
  /** Calls back when the settings or a model profile have changed. */
  onChange(callback: () => void): () => void;
  clock: Clock;
  log: Log;
}

const pauseMs: Record<NextStep, number> = { 'at-once': 200, soon: 5000, later: 30_000 };

/** Runs reading steps between start and stop. A change of the settings takes effect soon. */
function driveReading({ step, onChange, clock, log }: DrivePorts) {
  let current: Promise<void> = Promise.resolve();
  let isStopped = true;
  let stopTimer = () => {};
  let stopListening = () => {};
  let lastFailure = '';

  async function stepOnce(): Promise<number> {
    try {
      const next = await step();
      lastFailure = '';
      return pauseMs[next];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A repeated failure is logged once, because every five seconds would hide the rest of the log.
      if (message !== lastFailure)
        log.warn({ err: error }, 'records could not be read for search by meaning; will retry');
      lastFailure = message;
      return pauseMs.soon;
    }
  }

  function wait(ms: number): void {
    stopTimer();
    if (!isStopped) stopTimer = clock.after(ms, tick);
  }

  function tick(): void {
    current = current.then(async () => {
      if (!isStopped) wait(await stepOnce());
    });
  }

  return {
    start(): void {
      isStopped = false;
      stopListening = onChange(() => wait(pauseMs['at-once']));
      wait(pauseMs['at-once']);
    },
    async stop(): Promise<void> {
      isStopped = true;
      stopTimer();
      stopListening();
      await current;
    },
  };
}

interface MeaningSearchPorts {
  store: MeaningStore;
  getChosen(): Promise<Chosen>;
  openModel(chosen: NonNullable<Chosen>): Promise<Model>;
  /** Counts a call. Returns 0, or how long to wait if the calls of this minute are used up. */
  takeCall(profile: Model['profile']): Promise<number>;
  clock: Clock;
  log: Log;
}

/** How long a search waits for hits by meaning. The hits by words are ready long before. */
const waitMs = 400;
/** Time for a local model that has to be loaded first. The next search uses the vector of this call. */
const callMs = 20_000;
const nearest = 50;
const queryCharacters = 2000;
/** Each query has a vector of some kilobytes. */
const keptQueries = 200;
const mostAtOnce = 4;

function createMeaningSearch(ports: MeaningSearchPorts) {
  const { store, clock, log } = ports;
  const vectors = new Map<string, Promise<Vector>>();
  let searching = 0;

  function vectorOf(chosen: NonNullable<Chosen>, text: string): Promise<Vector> {
    const key = `${chosen.key} ${text}`;
    const known = vectors.get(key) ?? embed(ports, { chosen, text });
    vectors.delete(key);
    vectors.set(key, known);
    known.catch(() => {
      if (vectors.get(key) === known) vectors.delete(key);
    });
    if (vectors.size > keptQueries) {
      for (const oldest of vectors.keys()) {
        vectors.delete(oldest);
        break;
      }
    }
    return known;
  }

  async function find(chosen: NonNullable<Chosen>, query: MeaningQuery): Promise<FoundByMeaning> {
    if (!(await store.canCompare())) return nothing('unavailable');
    // Private text never leaves the machine, not even in a search.
    const text = cutCharacters(cleanText(query.text).text.trim(), queryCharacters);
    if (text === '') return nothing('used');
    const { kinds, projects, from, to } = query;
    const vector = await vectorOf(chosen, text);
    const search = { kinds, projects, from, to, vector, model: chosen.key, limit: nearest };
    return { meaning: 'used', records: await store.findNearest(search) };
  }

  return async (query: MeaningQuery): Promise<FoundByMeaning> => {
    const late = afterwards(clock, waitMs);
    try {
      const chosen = await ports.getChosen();
      if (chosen === null) return nothing('off');
      if (searching >= mostAtOnce) return nothing('slow');
      searching += 1;
      const finding = find(chosen, query).finally(() => {
        searching -= 1;
      });
      // The call may fail when nobody waits for it anymore.
      finding.catch(() => {});
      return await Promise.race([finding, late.passed.then(() => nothing('slow'))]);
    } catch (error) {
      log.warn({ err: error }, 'search by meaning failed; the hits are those by words');
      return nothing('failed');
    } finally {
      late.stop();
    }
  };
}

async function embed(
  { openModel, takeCall, clock }: MeaningSearchPorts,
  { chosen, text }: { chosen: NonNullable<Chosen>; text: string },
): Promise<Vector> {
  const model = await openModel(chosen);
  const { profile } = model;
  if (model.embed === undefined)
    throw new AppError('model_not_configured', `"${profile.name}" offers no embeddings.`);
  if ((await takeCall(profile)) > 0)
    throw new AppError('model_rate_limited', `The calls of "${profile.name}" for this minute are used up.`);
  const late = new AbortController();
  const stop = clock.after(callMs, () =>
    late.abort(new AppError('run_timeout', `${profile.name} sent no vector within ${callMs / 1000} s.`)),
  );
  try {
    const { vectors } = await model.embed([text], late.signal);
    const [vector] = vectors;
    if (vector === undefined) throw new AppError('model_bad_response', `${profile.name} sent no vector.`);
    return vector;
  } finally {
    stop();
  }
}

function nothing(meaning: SearchMeaning): FoundByMeaning {
  return { meaning, records: [] };
}

function afterwards(clock: Clock, ms: number): { passed: Promise<void>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, stop: clock.after(ms, resolve) };
}
