import { type DetailLevel, defaultDetailLevel, detailLevels, detailTable } from '#schema/language.ts';
import { LOWER_ITEM } from './passages.ts';
import type { Unit } from './units.ts';
import { CHARACTERS_PER_WORD } from './wording.ts';

type SelectOptions = {
  units: readonly Unit[];
  scores: Float64Array;
  /** Whether a unit cannot stand without the one before it. */
  dependent: readonly boolean[];
  /** Whether a unit says little without the one after it. */
  leading: readonly boolean[];
  /** Whether a unit may be chosen on its own. */
  eligible: readonly boolean[];
  importance: Float64Array;
  limit: number;
  lengthOf: (unit: Unit) => number;
  redundancy: number;
  /** Whether the budget is filled even if the last unit runs over it, for a caller that cuts the text. */
  overrun: boolean;
  /** The fewest and the most units to choose; the fewest are chosen even beyond the limit. */
  least?: number;
  most?: number;
  /** Units that the summary already has. Neither they nor units that repeat them are chosen. */
  taken?: readonly Unit[];
  /** Units that are chosen first. */
  kept?: readonly Unit[];
  /** Limits the eligible units that are chosen on their own; others only come along as antecedents. */
  among?: (at: number) => boolean;
};

/** Chooses units greedily under a length limit and without repetition, and returns them in reading order. */
export function selectUnits(options: SelectOptions): Unit[] {
  const { units, scores, dependent, leading, eligible, importance, limit, lengthOf, redundancy, overrun } =
    options;
  const { least = 1, most = Number.POSITIVE_INFINITY, taken = [], kept = [] } = options;
  const chosen = new Set<number>(taken.map((unit) => unit.index));
  const covered = new Uint8Array(importance.length);
  for (const { wording } of taken) for (const term of wording.terms) covered[term] = 1;
  const quoted = new Map<number, number>();
  const open = candidatesOf(options);
  const floor = floorOf(scores.filter((_, at) => eligible[at] === true));
  let used = 0;
  for (const at of chosen) open.delete(at);
  for (const { index } of kept) take(index);
  while (open.size > 0 && (used < limit || count() < least) && count() < most) {
    const best = findBest(groupOf) ?? (count() < least ? findBest((at) => [at], true) : undefined);
    if (best === undefined) break;
    const weak = used >= limit * ENOUGH && best.every((at) => (scores[at] ?? 0) < floor);
    if (weak && !overrun && count() >= least) break;
    for (const at of best) take(at);
  }
  for (const { index } of taken) chosen.delete(index);
  return [...chosen].sort((a, b) => a - b).flatMap((at) => units[at] ?? []);

  function take(at: number): void {
    chosen.add(at);
    const paragraph = units[at]?.paragraph ?? -1;
    quoted.set(paragraph, (quoted.get(paragraph) ?? 0) + 1);
    open.delete(at);
    used += lengthAt(at);
    for (const term of units[at]?.wording.terms ?? []) covered[term] = 1;
  }

  function count(): number {
    return chosen.size - taken.length;
  }

  function findBest(gather: (at: number) => number[] | undefined, anyLength = false): number[] | undefined {
    let best: number[] | undefined;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const index of open) {
      const group = gather(index);
      if (group === undefined || count() + group.length > most) continue;
      const size = group.reduce((sum, at) => sum + lengthAt(at), 0);
      const fits = used + size <= limit || overrun || chosen.size === 0;
      if (!fits && !anyLength) continue;
      // A heading that asks costs its answer nothing.
      const told = group.filter((at) => units[at]?.kind !== 'heading');
      const length = told.reduce((sum, at) => sum + lengthAt(at), 0);
      const mean = told.reduce((sum, at) => sum + worth(at) * lengthAt(at), 0) / Math.max(1, length);
      // What completes a unit, such as "All others …", does not keep it out.
      const completed = leading[index] === true && units[index]?.wording.question === false;
      const weakest = told.some((at) => at < index && worth(at) < 0) ? WEAK_START : 0;
      const value = (completed ? Math.max(mean, (mean + worth(index)) / 2) : mean) - weakest;
      if (value <= bestValue) continue;
      best = group;
      bestValue = value;
    }
    return best;
  }

  /** Whether a unit may answer the one before: also a short "Yes.", but not a heading or what is never chosen. */
  function mayFollow(at: number): boolean {
    const unit = units[at];
    return eligible[at] === true || (unit?.kind === 'turn' && unit.wording.role === 'filler');
  }

  function lengthAt(at: number): number {
    const unit = units[at];
    return unit === undefined ? 0 : lengthOf(unit);
  }

  function worth(at: number): number {
    const unit = units[at];
    if (unit === undefined) return 0;
    const {
      kind,
      paragraph,
      bonus,
      wording: { terms, size },
    } = unit;
    let repeated = 0;
    for (const term of terms) if (covered[term] === 1) repeated += importance[term] ?? 0;
    const spread = kind === 'turn' || bonus > 0 ? 0 : SPREAD * (quoted.get(paragraph) ?? 0);
    return (scores[at] ?? 0) - (redundancy * repeated) / (size + 3) - spread;
  }

  /**
   * A dependent unit comes with the unit before it, and that one with its own; a question comes with its answer. Longer
   * chains are left out.
   */
  function groupOf(index: number): number[] | undefined {
    const group = [index];
    for (let next = index; leading[next] === true; ) {
      next++;
      if (chosen.has(next)) break;
      if (next >= units.length || !mayFollow(next) || group.length === 3) return undefined;
      group.push(next);
    }
    let at = index;
    while (dependent[at] === true) {
      const item = LOWER_ITEM.test(units[at]?.text ?? '');
      at--;
      while (item && units[at]?.kind === 'item') at--;
      if (chosen.has(at) || units[at]?.wording.role === 'filler') break;
      if (eligible[at] !== true || group.length >= 3) return undefined;
      group.unshift(at);
    }
    return group;
  }
}

// What a unit loses that needs a unit that says nothing before it.
const WEAK_START = 0.1;

// What a paragraph that was already quoted costs, so that a summary tells of the whole text.
const SPREAD = 0.02;

// Once this share of the budget is used, a sentence that says much less than most is not worth its space.
const ENOUGH = 0.7;
const WORTH_ROOM = 0.4;

function floorOf(scores: Float64Array): number {
  return (WORTH_ROOM * scores.reduce((sum, score) => sum + score, 0)) / Math.max(1, scores.length);
}

// Each round only looks at this many of the best units, so that long texts stay fast.
const CANDIDATES = 160;

/** Finds the best of the eligible units, with the best first. */
function candidatesOf({ scores, eligible, limit, among, least = 1 }: SelectOptions): Set<number> {
  const wanted = Math.max(CANDIDATES, Math.floor(limit / 4), least * 2);
  const fitting = [...scores.keys()].filter((at) => eligible[at] === true && (among?.(at) ?? true));
  const lowest =
    Float64Array.from(fitting, (at) => scores[at] ?? 0)
      .sort()
      .at(-wanted) ?? Number.NEGATIVE_INFINITY;
  const best = fitting.filter((at) => (scores[at] ?? 0) >= lowest);
  best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return new Set(best.slice(0, wanted));
}

// Of a note of a few sentences, a third is too little to say what it is about.
const BRIEF_SENTENCES = 12;
const BRIEF_WORDS = 60;
const LONG_WORDS = 600;
const BRIEF: Readonly<Record<DetailLevel, number>> = { short: 0.3, medium: 0.6, detailed: 0.85 };

export type ExtractBudget = { words?: number; characters?: number };

type Wish = { budget?: ExtractBudget | undefined; detail?: DetailLevel | undefined };

/** The size of the text to choose from. */
type Size = { words: number; unspaced: boolean };

/** The allowed length of a summary in words, or in characters if the budget is in characters. */
export function budgetOf({ words, unspaced }: Size, { budget, detail = defaultDetailLevel }: Wish): number {
  if (budget?.characters !== undefined) return Math.max(1, budget.characters);
  if (budget?.words !== undefined) return Math.max(1, budget.words);
  const level = detailTable[detail];
  const characters = unspaced ? CHARACTERS_PER_WORD : 1;
  return Math.max(1, Math.min(level.words * characters, words * shareOf(detail, words / characters)));
}

/** The share of a text that a level may quote: more of a note than of an article. */
function shareOf(detail: DetailLevel, words: number): number {
  const { ofWords } = detailTable[detail];
  const brief = Math.min(1, Math.max(0, (LONG_WORDS - words) / (LONG_WORDS - BRIEF_WORDS)));
  return ofWords + (BRIEF[detail] - ofWords) * brief;
}

/** The number of sentences that a summary may have. From three sentences on, each level has room for one more. */
export function mostSentences(detail: DetailLevel, sentences: number): number {
  const rank = detailLevels.indexOf(detail);
  const ofSentences = sentences <= BRIEF_SENTENCES ? BRIEF[detail] : detailTable[detail].ofSentences;
  const share = Math.max(rank + 1, Math.round(sentences * ofSentences));
  return Math.max(1, Math.min(share, sentences - detailLevels.length + 1 + rank));
}
