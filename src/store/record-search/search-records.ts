import type { Kysely } from 'kysely';
import { recordKinds } from '#schema/sessions/session.ts';
import type { FoundRecords, RankRecords, RecordRanking, SearchRecords } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import type { TermWeight } from '#text/search-levels.ts';
import { topLevel } from '#text/search-levels.ts';
import {
  byScore,
  findBest,
  type RankedFound,
  type Ranking,
  scoreOf,
  type WeighedTerm,
  type Within,
  weighTerms,
} from './rank-records.ts';
import type { RecordIndex } from './record-index.ts';

/** If no record has all terms: how many terms are looked up, the most informative ones, and how many records of each. */
const maxLooseTerms = 6;
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
export async function findByRank(
  { db, recordIndex, recordQueue }: Database,
  search: RankRecords,
): Promise<RecordRanking> {
  const { terms, isLoose = false, now, limit } = search;
  const within = withinOf(search);
  if (terms.length === 0 || within === null) return { records: [], weights: [], unindexed: 0 };
  const unindexed = await recordQueue.catchUp();
  return recordIndex.reading(db, async (reading) => {
    const resolved = await recordIndex.resolve(reading, terms);
    const weights = await weighTerms(reading, recordIndex, resolved);
    const ranking = { weights, within, now, limit };
    const strict = isLoose && terms.length > 1 ? [] : await findBest(reading, recordIndex, ranking);
    const found =
      strict.length > 0 || terms.length === 1 ? strict : await findSome(reading, recordIndex, ranking);
    const records = found.map(({ kind, id, at, score }) => ({ kind, id, at, score }));
    return { records, weights: weights.map(withoutWords), unindexed };
  });
}

/** No record has all of the terms: the best for each of the most informative ones. */
async function findSome(db: Kysely<Tables>, index: RecordIndex, ranking: Ranking): Promise<RankedFound[]> {
  const { weights, now, limit } = ranking;
  const telling = weights.toSorted(byWeight).slice(0, maxLooseTerms);
  const found = new Map<string, RankedFound>();
  for (const one of telling) {
    for (const row of await findBest(db, index, {
      ...ranking,
      weights: [one],
      limit: perTerm,
      keepsTerms: true,
    }))
      found.set(`${row.kind} ${row.id}`, { ...row, score: scoreOf(row, weights, now) });
  }
  return [...found.values()].sort(byScore).slice(0, limit);
}

function withoutWords({ term: { text, prefix }, weight }: WeighedTerm): TermWeight {
  return { term: { text, prefix }, weight };
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
