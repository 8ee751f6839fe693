import type { Clock, Log, Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { SearchMeaning } from '#schema/sessions/meaning-wire.ts';
import type { FoundByMeaning, MeaningQuery } from '#sources/session/ports.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
import type { MeaningStore, Vector } from './ports.ts';
import type { Chosen } from './read-records.ts';

export interface MeaningSearchPorts {
  store: MeaningStore;
  getChosen(): Promise<Chosen>;
  openModel(chosen: NonNullable<Chosen>): Promise<Model>;
  /** Counts a call; 0, or how long to wait because the minute's calls are used up. */
  takeCall(profile: Model['profile']): Promise<number>;
  clock: Clock;
  log: Log;
}

/** A search waits no longer; by then the hits by words are long there. */
const waitMs = 400;
/** A local model that was not used for a while is loaded first; the next search finds the vector of this one. */
const callMs = 20_000;
const nearest = 50;
const queryCharacters = 2000;
/** Of each, a vector of some kilobytes. */
const keptQueries = 200;
const mostAtOnce = 4;

export function createMeaningSearch(ports: MeaningSearchPorts) {
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
    // What is private stays here, also when someone searches for it.
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
      // It may fail after nobody waits for it any more.
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
