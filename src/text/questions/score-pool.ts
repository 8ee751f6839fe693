import type { RecordKind } from '#schema/sessions/session.ts';
import {
  findLevel,
  freshness,
  lowestLevel,
  type TermWeight,
  valueOfLevel,
  weighTerm,
} from '#text/search-levels.ts';

/** A time that a question names. */
export interface TimeSpan {
  from: number;
  /** The end of the span, which is not part of it. */
  to: number;
}

/** A record that has something in common with a question. */
export interface PooledRecord {
  kind: RecordKind;
  at: number;
  sessionId: number;
  promptNumber: number;
  /** The terms in the form of an index, with a space around each. */
  terms: string;
  /** Whether this is a prompt with an instruction or preference that may hold for the question. */
  isStanding: boolean;
}

export interface PoolQuestion {
  weights: readonly TermWeight[];
  times: readonly TimeSpan[];
  now: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The shares that are added to a record's score. */
const shares = {
  /** A prompt says what a person wants and knows, while its answer mentions much else. */
  prompt: 0.5,
  /** The best other record of the same turn counts, because an answer is understood by its question. */
  turn: 0.15,
  /** All records of its session together count, and so do the best three of them. */
  session: 0.4,
  bestThree: 0.4,
  /** A standing instruction counts more the less else its prompt says. */
  standing: 0.8,
  /** A time that the question names counts. */
  time: 1,
};
/** How much the weight of a term among all records, even of other projects, counts beside its weight in the pool. */
const ofAll = 0.25;
/** The second record of a session gains this much less from it, so that other sessions are among the first hits. */
const nextShare = 0.5;
/** What happened on a day is often told within some days. */
const toldWithin = 10 * dayMs;

/**
 * Scores how well each record of a pool answers a question, in the order of the pool; 0 means not at all. A term
 * counts more if few records of the pool have it. Thus the subject of a whole project does not outweigh what is asked
 * about it.
 */
export function scorePool(pool: readonly PooledRecord[], { weights, times, now }: PoolQuestion): number[] {
  const levels = pool.map(({ terms }) => weights.map(({ term }) => findLevel(terms, term)));
  const own = weights.map(({ weight }, at) => {
    const found = levels.reduce((count, of) => count + ((of[at] ?? -1) >= 0 ? 1 : 0), 0);
    return weight ** ofAll * weighTerm({ found, total: pool.length }) ** (1 - ofAll);
  });
  // If no record has anything in common with the question, instructions do not count either.
  const isAnswered = levels.some((of) => of.some((level) => level >= 0));
  const total = isAnswered ? own.reduce((sum, weight) => sum + weight, 0) : 0;
  const relevances = pool.map(({ kind, terms, isStanding }, at) => {
    const relevance = own.reduce(
      (sum, weight, term) => sum + weight * valueOfLevel(levels[at]?.[term] ?? -1),
      0,
    );
    const said = relevance * (kind === 'prompt' ? 1 + shares.prompt : 1);
    if (!isStanding) return said;
    return said + (shares.standing * total * valueOfLevel(lowestLevel(terms))) / weights.length;
  });
  const turns = bestOfTurns(pool, relevances);
  const sessions = coverSessions(pool, { levels, weights: own });
  const bestThree = sumBest(pool, relevances);
  const places = placeInSessions(pool, relevances);
  return pool.map((record, at) => {
    const relevance = relevances[at] ?? 0;
    const turn = besidesIn(turns, { record, at });
    const ofSession =
      shares.session * (sessions.get(record.sessionId) ?? 0) +
      shares.bestThree * (bestThree.get(record.sessionId) ?? 0);
    const around = shares.turn * turn + ofSession / (1 + nextShare * (places[at] ?? 0));
    const time = 1 + shares.time * timeliness(record.at, times);
    return (relevance + (relevance > 0 ? around : 0)) * time * (1 + freshness(record.at, now));
  });
}

interface Best {
  at: number;
  relevance: number;
  /** The relevance of the second-best record of the turn. */
  second: number;
}

function keyOf({ sessionId, promptNumber }: PooledRecord): string {
  return `${sessionId} ${promptNumber}`;
}

function bestOfTurns(pool: readonly PooledRecord[], relevances: readonly number[]): Map<string, Best> {
  const turns = new Map<string, Best>();
  for (const [at, record] of pool.entries()) {
    const relevance = relevances[at] ?? 0;
    const key = keyOf(record);
    const best = turns.get(key);
    if (best === undefined) turns.set(key, { at, relevance, second: 0 });
    else if (relevance > best.relevance) turns.set(key, { at, relevance, second: best.relevance });
    else best.second = Math.max(best.second, relevance);
  }
  return turns;
}

/** The relevance of the best other record in a record's turn. */
function besidesIn(turns: Map<string, Best>, { record, at }: { record: PooledRecord; at: number }): number {
  const best = turns.get(keyOf(record));
  if (best === undefined) return 0;
  return best.at === at ? best.second : best.relevance;
}

/** The relevance of all records of each session together, with the best level of each term. */
function coverSessions(
  pool: readonly PooledRecord[],
  { levels, weights }: { levels: readonly number[][]; weights: readonly number[] },
): Map<number, number> {
  const covered = new Map<number, number[]>();
  for (const [at, { sessionId }] of pool.entries()) {
    const best = covered.get(sessionId) ?? weights.map(() => -1);
    covered.set(
      sessionId,
      best.map((level, term) => Math.max(level, levels[at]?.[term] ?? -1)),
    );
  }
  return new Map(
    [...covered].map(([sessionId, best]) => [
      sessionId,
      best.reduce((sum, level, term) => sum + (weights[term] ?? 0) * valueOfLevel(level), 0),
    ]),
  );
}

/** Counts for each record the records of its session that are more relevant. */
function placeInSessions(pool: readonly PooledRecord[], relevances: readonly number[]): number[] {
  const places = pool.map(() => 0);
  const sessions = Map.groupBy(pool.keys(), (at) => pool[at]?.sessionId);
  for (const records of sessions.values()) {
    const sorted = records.map((at) => relevances[at] ?? 0).sort((one, other) => other - one);
    const first = new Map<number, number>();
    for (const [place, relevance] of sorted.entries()) if (!first.has(relevance)) first.set(relevance, place);
    for (const at of records) places[at] = first.get(relevances[at] ?? 0) ?? 0;
  }
  return places;
}

/** Adds up the relevance of the best three records of each session. */
function sumBest(pool: readonly PooledRecord[], relevances: readonly number[]): Map<number, number> {
  const best = new Map<number, [number, number, number]>();
  for (const [at, { sessionId }] of pool.entries()) {
    const [first, second, third] = best.get(sessionId) ?? [0, 0, 0];
    const relevance = relevances[at] ?? 0;
    if (relevance > first) best.set(sessionId, [relevance, first, second]);
    else if (relevance > second) best.set(sessionId, [first, relevance, second]);
    else best.set(sessionId, [first, second, Math.max(third, relevance)]);
  }
  return new Map([...best].map(([sessionId, [first, second, third]]) => [sessionId, first + second + third]));
}

/** Rates a time: 1 within a named time, and less for some days after it. */
function timeliness(at: number, times: readonly TimeSpan[]): number {
  return times.reduce((best, { from, to }) => {
    // Days are those of the asker, whose clock may be half a day away.
    if (at < from - dayMs / 2) return best;
    return Math.max(best, at < to + dayMs / 2 ? 1 : Math.max(0, 1 - (at - to) / toldWithin));
  }, 0);
}
