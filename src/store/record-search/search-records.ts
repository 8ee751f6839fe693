import type { Kysely } from 'kysely';
import { recordKinds } from '#schema/sessions/session.ts';
import type { FoundRecords, RankRecords, RecordRanking, SearchRecords } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import { scorePool, type TimeSpan } from '#text/questions/score-pool.ts';
import type { TermWeight } from '#text/search-levels.ts';
import { topLevel } from '#text/search-levels.ts';
import { findStanding } from './find-standing.ts';
import {
  byScore,
  findBest,
  type RankedFound,
  type Ranking,
  type WeighedTerm,
  type Within,
  weighTerms,
} from './rank-records.ts';
import { withTurns } from './read-turns.ts';
import { type FoundRecord, recordKey } from './record-index.ts';

/** How many terms are looked up, the most informative ones, if not all are needed, and how many records of each. */
const maxLooseTerms = { question: 8, words: 6 };
const perTerm = 60;

/** In the order of time. */
export async function findByTime(
  { db, recordIndex, recordQueue }: Database,
  search: SearchRecords,
): Promise<FoundRecords> {
  const within = withinOf(search);
  if (search.terms.length === 0 || within === null) return { records: [], unindexed: 0 };
  const unindexed = await recordQueue.catchUp();
  const { order, limit } = search;
  const { rows } = await recordIndex.reading(db, async (reading) => {
    const resolved = await recordIndex.resolve(reading, search.terms);
    const terms = resolved.map((term) => ({ ...term, lowest: 0, highest: topLevel }));
    return recordIndex.find(reading, { ...within, terms, order, limit, withTerms: false });
  });
  return { records: rows.map(({ kind, id, at }) => ({ kind, id, at })), unindexed };
}

/** Best first. */
export async function findByRank(database: Database, search: RankRecords): Promise<RecordRanking> {
  const { db, recordIndex, recordQueue } = database;
  const { terms, question, now, limit } = search;
  const within = withinOf(search);
  if (terms.length === 0 || within === null) return { records: [], weights: [], unindexed: 0 };
  const unindexed = await recordQueue.catchUp();
  return recordIndex.reading(db, async (reading) => {
    const resolved = await recordIndex.resolve(reading, terms);
    const weights = await weighTerms(reading, recordIndex, { terms: resolved, within });
    const ranking = { weights, within, now, limit };
    const strict = question === undefined ? await findBest(reading, recordIndex, ranking) : [];
    const isStrict = question === undefined && (strict.length > 0 || terms.length === 1);
    const found = isStrict
      ? strict
      : await findSome(database, reading, { ...ranking, times: question?.times ?? null });
    const records = found.map(({ kind, id, at, score }) => ({ kind, id, at, score }));
    return { records, weights: weights.map(withoutWords), unindexed };
  });
}

/**
 * The best records with some of the terms, of those that are best for each of the most informative ones. `times` are those
 * of a question; null for words that are all meant.
 */
async function findSome(
  database: Database,
  db: Kysely<Tables>,
  { times, ...ranking }: Ranking & { times: readonly TimeSpan[] | null },
): Promise<RankedFound[]> {
  const { recordIndex: index } = database;
  const { weights, within, now, limit } = ranking;
  const found = new Map<string, FoundRecord>();
  const most = times === null ? maxLooseTerms.words : maxLooseTerms.question;
  for (const one of weights.toSorted(byWeight).slice(0, most)) {
    const best = { ...ranking, weights: [one], limit: perTerm, keepsTerms: true };
    for (const row of await findBest(db, index, best)) found.set(recordKey(row), row);
  }
  const standing = times === null ? [] : await findStanding(db, index, within);
  for (const row of standing) found.set(recordKey(row), row);
  const areStanding = new Set(standing.map(recordKey));
  const pool = (await withTurns(database, db, [...found.values()])).map((record) => ({
    ...record,
    isStanding: areStanding.has(recordKey(record)),
  }));
  const scores = scorePool(pool, { weights, times: times ?? [], now });
  return pool
    .map(({ kind, id, at, terms }, place) => ({ kind, id, at, terms, score: scores[place] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, limit);
}

function withoutWords({ term: { text, prefix, stem }, weight }: WeighedTerm): TermWeight {
  return { term: { text, prefix, ...(stem === undefined ? {} : { stem }) }, weight };
}

function byWeight(one: TermWeight, other: TermWeight): number {
  return other.weight - one.weight;
}

/** Null: nothing can be found. */
function withinOf({
  kinds,
  projects,
  sessionId,
  from = 0,
  to = Number.POSITIVE_INFINITY,
}: Omit<SearchRecords, 'order' | 'limit' | 'terms'>): Within | null {
  if (projects?.length === 0 || kinds.length === 0) return null;
  const isAnyKind = kinds.length === recordKinds.length;
  return { kinds: isAnyKind ? undefined : kinds, projects, sessionId, from, to };
}
