import type { Kysely } from 'kysely';
import type { Tables } from '#store/tables.ts';
import {
  relevanceOf,
  scoreAt,
  type TermWeight,
  topLevel,
  valueOfLevel,
  weighTerm,
} from '#text/search-levels.ts';
import {
  type FoundRecord,
  type IndexSearch,
  type IndexTerm,
  kindNumbers,
  type RecordIndex,
  recordKey,
} from './record-index.ts';

/**
 * With fewer records than this, those that have a term are counted exactly. Otherwise `manyRecords` stands for the
 * number of all records.
 */
const newest = 1000;
const manyRecords = 10_000;
/**
 * With more records, a term that at least `enough` of the newest have is weighed by its share of them. Any other term
 * is counted up to `maxCounted`.
 */
const enough = 4;
const maxCounted = (enough / newest) * manyRecords;
/** Each box is one look-up in the index. Only long searches for very common words need more boxes. */
const maxBoxes = 40;

export interface WeighedTerm extends TermWeight {
  term: IndexTerm;
  /** The number of records that have the term, if it is known. */
  found?: number | undefined;
}

/** The part of a search that says where to look. */
export type Within = Omit<IndexSearch, 'terms' | 'order' | 'limit' | 'withTerms' | 'isRare' | 'ranking'>;

export interface Ranking {
  weights: readonly WeighedTerm[];
  within: Within;
  now: number;
  limit: number;
  /** Whether the terms of the found records are needed. */
  keepsTerms?: boolean;
}

export interface RankedFound extends FoundRecord {
  score: number;
}

/** The records whose levels of all terms lie between the lowest and the highest ones. */
interface Box {
  lowest: number[];
  highest: number[];
  /** All newer records have been found. */
  to: number;
  isRare: boolean;
  /** The highest relevance to the terms and the highest score that a record in the box can have. */
  relevance: number;
  bound: number;
}

/**
 * Finds the best of all records with all terms. It looks up boxes of levels from the best possible score downwards,
 * each newest first. It splits a box with too many records, and never reads one that cannot reach the page.
 */
export async function findBest(
  db: Kysely<Tables>,
  index: RecordIndex,
  ranking: Ranking,
): Promise<RankedFound[]> {
  const { weights, within, now, limit, keepsTerms = false } = ranking;
  if (weights.some(({ found }) => found === 0)) return [];
  const found = new Set<string>();
  const best: RankedFound[] = [];
  const open = firstBoxes(ranking);
  // Only the text of a term tells which words are forms of it.
  const isByLevel = weights.every(({ term }) => term.stem === undefined);
  const inIndex = isByLevel ? { weights: weights.map(({ weight }) => weight), now } : undefined;
  for (let looked = 0; looked < maxBoxes; looked += 1) {
    open.sort((one, other) => one.bound - other.bound);
    const box = open.pop();
    if (box === undefined || (best.length >= limit && (best[limit - 1]?.score ?? 0) >= box.bound)) break;
    const terms = weights.map(({ term }, at) => ({
      ...term,
      lowest: box.lowest[at] ?? 0,
      highest: box.highest[at] ?? topLevel,
    }));
    // For a single level, the score is known without reading the terms.
    const isKnown = weights.length === 1 && box.lowest[0] === box.highest[0];
    const withTerms = !isKnown || keepsTerms;
    const { to, isRare } = box;
    const page = await index.find(db, {
      ...within,
      to,
      terms,
      order: 'newest',
      limit,
      withTerms,
      isRare,
      ranking: inIndex,
    });
    const { rows } = page;
    for (const row of rows) {
      const key = recordKey(row);
      if (found.has(key)) continue;
      found.add(key);
      const { kind, id, at } = row;
      const relevance = isKnown ? box.relevance : relevanceOf(row.terms, weights);
      best.push({ kind, id, at, terms: row.terms, score: scoreAt(relevance, { at, now }) });
    }
    best.sort(byScore);
    best.length = Math.min(best.length, limit);
    const last = rows.at(-1);
    if (!page.isWhole && last !== undefined) {
      const rest = { ...box, to: last.at, isRare: page.isRare };
      open.push(...split(rest, ranking));
    }
  }
  return best;
}

/**
 * For a single term, the highest level alone often fills a page. That does not help if too few records have the term,
 * or if all are gathered and ranked.
 */
function firstBoxes(ranking: Ranking): Box[] {
  const { weights, within, limit } = ranking;
  const rest = { to: within.to, isRare: false };
  const lowest = weights.map(() => 0);
  const highest = weights.map(() => topLevel);
  const [{ found = limit, term } = {}] = weights;
  const areGathered = term?.isSparse === true && term.stem === undefined;
  if (weights.length > 1 || found < limit || areGathered)
    return [withBound({ lowest, highest, ...rest }, ranking)];
  return [
    withBound({ lowest: highest, highest, ...rest }, ranking),
    withBound({ lowest, highest: [topLevel - 1], ...rest }, ranking),
  ];
}

/**
 * Splits a box in two by the term that makes the most difference. Returns none if the score depends only on the time.
 */
function split({ lowest, highest, ...rest }: Box, ranking: Ranking): Box[] {
  const spans = ranking.weights.map(
    ({ weight }, at) => weight * (valueOfLevel(highest[at] ?? 0) - valueOfLevel(lowest[at] ?? 0)),
  );
  const widest = Math.max(...spans);
  if (widest <= 0) return [];
  const at = spans.indexOf(widest);
  const middle = Math.floor(((lowest[at] ?? 0) + (highest[at] ?? 0)) / 2);
  return [
    withBound({ ...rest, lowest: lowest.with(at, middle + 1), highest }, ranking),
    withBound({ ...rest, lowest, highest: highest.with(at, middle) }, ranking),
  ];
}

function withBound(box: Omit<Box, 'relevance' | 'bound'>, { weights, now }: Ranking): Box {
  const relevance = weights.reduce(
    (sum, { weight }, at) => sum + weight * valueOfLevel(box.highest[at] ?? 0),
    0,
  );
  return { ...box, relevance, bound: scoreAt(relevance, { at: box.to, now }) };
}

export function byScore(one: RankedFound, other: RankedFound): number {
  return (
    other.score - one.score ||
    other.at - one.at ||
    kindNumbers[other.kind] - kindNumbers[one.kind] ||
    other.id - one.id
  );
}

/** Weighs the terms. A single term needs no weight. */
export async function weighTerms(
  db: Kysely<Tables>,
  index: RecordIndex,
  { terms, within }: { terms: readonly IndexTerm[]; within: Within },
): Promise<WeighedTerm[]> {
  const [first] = terms;
  if (first === undefined) return [];
  if (terms.length === 1) return [{ term: first, weight: 1 }];
  const { kinds, projects, sessionId } = within;
  const counted = await index.countNewest(db, { terms, newest, kinds, projects, sessionId });
  const weights: WeighedTerm[] = [];
  for (const [at, uncounted] of terms.entries()) {
    const recent = counted.found[at] ?? 0;
    const term = { ...uncounted, isSparse: counted.isSparse?.[at] };
    if (counted.total < newest) {
      weights.push({ term, weight: weighTerm({ found: recent, total: counted.total }), found: recent });
    } else if (recent < enough) {
      const all = counted.all?.[at] ?? (await index.count(db, { term, atMost: maxCounted }));
      const found = Math.min(all, maxCounted);
      const weight = weighTerm({ found, total: manyRecords });
      weights.push({ term, weight, found: found < maxCounted ? found : undefined });
    } else {
      const share = recent / newest;
      const weight = weighTerm({ found: share * manyRecords, total: manyRecords });
      weights.push({ term: { ...term, share }, weight });
    }
  }
  return weights;
}
