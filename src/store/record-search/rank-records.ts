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
import type { SearchTerm } from '#text/search-terms.ts';
import { type FoundRecord, type IndexSearch, kindNumbers, type RecordIndex } from './record-index.ts';

/** Counting stops here. What more records than this contain is weighed by its share of the newest. */
const maxCounted = 1000;
const maxTotal = 10_000;
/** Each is a look-up in the index. Only long searches for words that nearly every record has need more. */
const maxBoxes = 40;

export interface Ranking {
  weights: readonly TermWeight[];
  within: Pick<IndexSearch, 'marks' | 'from' | 'to'>;
  now: number;
  limit: number;
}

export interface RankedFound extends FoundRecord {
  score: number;
}

/** Records with all terms whose levels lie between two each. */
interface Box {
  lowest: number[];
  highest: number[];
  /** All that are newer have been found. */
  to: number;
  /** No other record in it has a higher score. */
  bound: number;
}

/**
 * The best of all records with all terms, exactly. Boxes of levels are looked up from the best possible score downwards,
 * each newest first; one with more records than are wanted is split, and what cannot reach the page is never read.
 */
export async function findBest(
  db: Kysely<Tables>,
  index: RecordIndex,
  ranking: Ranking,
): Promise<RankedFound[]> {
  const { weights, within, now, limit } = ranking;
  const found = new Map<string, RankedFound>();
  let best: RankedFound[] = [];
  const open = firstBoxes(ranking);
  for (let looked = 0; looked < maxBoxes; looked += 1) {
    open.sort((one, other) => one.bound - other.bound);
    const box = open.pop();
    if (box === undefined || (best.length >= limit && (best[limit - 1]?.score ?? 0) >= box.bound)) break;
    const terms = weights.map(({ term }, at) => ({
      ...term,
      lowest: box.lowest[at] ?? 0,
      highest: box.highest[at] ?? topLevel,
    }));
    const rows = await index.find(db, { ...within, to: box.to, terms, order: 'newest', limit });
    for (const row of rows) found.set(`${row.kind} ${row.id}`, { ...row, score: scoreOf(row, weights, now) });
    best = [...found.values()].sort(byScore).slice(0, limit);
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) open.push(...split(box, last.at, ranking));
  }
  return best;
}

/** A single term has few levels, which are looked up one by one; of several terms, all levels at once. */
function firstBoxes(ranking: Ranking): Box[] {
  const { weights, within } = ranking;
  const { to } = within;
  if (weights.length > 1) {
    const lowest = weights.map(() => 0);
    return [withBound({ lowest, highest: weights.map(() => topLevel), to }, ranking)];
  }
  return Array.from({ length: topLevel + 1 }, (_, level) =>
    withBound({ lowest: [level], highest: [level], to }, ranking),
  );
}

/** In two, by the term that makes the most difference; none if the score depends on the time alone. */
function split({ lowest, highest }: Box, to: number, ranking: Ranking): Box[] {
  const spans = ranking.weights.map(
    ({ weight }, at) => weight * (valueOfLevel(highest[at] ?? 0) - valueOfLevel(lowest[at] ?? 0)),
  );
  const widest = Math.max(...spans);
  if (widest <= 0) return [];
  const at = spans.indexOf(widest);
  const middle = Math.floor(((lowest[at] ?? 0) + (highest[at] ?? 0)) / 2);
  return [
    withBound({ lowest: lowest.with(at, middle + 1), highest, to }, ranking),
    withBound({ lowest, highest: highest.with(at, middle), to }, ranking),
  ];
}

function withBound(box: Omit<Box, 'bound'>, { weights, now }: Ranking): Box {
  const relevance = weights.reduce(
    (sum, { weight }, at) => sum + weight * valueOfLevel(box.highest[at] ?? 0),
    0,
  );
  return { ...box, bound: scoreAt(relevance, { at: box.to, now }) };
}

export function scoreOf({ at, terms }: FoundRecord, weights: readonly TermWeight[], now: number): number {
  return scoreAt(relevanceOf(terms, weights), { at, now });
}

export function byScore(one: RankedFound, other: RankedFound): number {
  return (
    other.score - one.score ||
    other.at - one.at ||
    kindNumbers[other.kind] - kindNumbers[one.kind] ||
    other.id - one.id
  );
}

/** A single term needs no weight. */
export async function weighTerms(
  db: Kysely<Tables>,
  index: RecordIndex,
  terms: readonly SearchTerm[],
): Promise<TermWeight[]> {
  const [first] = terms;
  if (first === undefined) return [];
  if (terms.length === 1) return [{ term: first, weight: 1 }];
  const total = await index.count(db, { term: null, from: 0, atMost: maxTotal });
  const since = await index.findTime(db, maxCounted);
  const weights: TermWeight[] = [];
  for (const term of terms) {
    const counted = await index.count(db, { term, from: 0, atMost: maxCounted });
    const recent =
      counted < maxCounted ? 0 : await index.count(db, { term, from: since, atMost: maxCounted });
    const found = Math.max(counted, Math.round((recent / maxCounted) * total));
    weights.push({ term, weight: weighTerm({ found: Math.min(found, total), total }) });
  }
  return weights;
}
