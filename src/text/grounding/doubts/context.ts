import { hasPair, type SourceIndex } from '#text/grounding/source-index.ts';
import type { Word } from '#text/sentences/words.ts';

/** A name or a number of a summary sentence, which is looked up as a whole. */
type Anchor = { from: number; to: number; positions: readonly number[] };

const REACH = 9;
const SLACK = 3;
/** The number of places of an anchor that are compared. */
export const MOST_OCCURRENCES = 40;

/** How well an anchor fits its context, compared with the source. */
export type Fit = {
  /** How well the words around the anchor are found around it in the source, from 0 to 1. */
  own: number;
  /** How well these words are found together anywhere in the source. */
  other: number;
  /** How many of the words before and after the anchor are its neighbours in the source too. */
  pairs: number;
  /** The weight of the context that could be compared. */
  context: number;
};

/** Compares the words around an anchor with those around each of its places in the source. */
export function measureFit(words: readonly Word[], anchor: Anchor, source: SourceIndex): Fit {
  const context = contextOf(words, anchor, source);
  const whole = context.reduce((total, { weight }) => total + weight, 0);
  const pairs = countPairs(words, anchor, source);
  if (whole === 0) return { own: 1, other: 1, pairs, context: 0 };
  let own = 0;
  for (const at of anchor.positions.slice(0, MOST_OCCURRENCES)) own = Math.max(own, fit(at, context));
  let other = own;
  for (const { offset, places } of context.slice(0, 4)) {
    for (const place of places.slice(0, MOST_OCCURRENCES))
      other = Math.max(other, fit(place - offset, context));
  }
  return { own: own / whole, other: other / whole, pairs, context: whole };
}

function countPairs(words: readonly Word[], { from, to }: Anchor, source: SourceIndex): number {
  const before = from > 0 && hasPair(source, words[from - 1]?.term, words[from]?.term) ? 1 : 0;
  const after = to + 1 < words.length && hasPair(source, words[to]?.term, words[to + 1]?.term) ? 1 : 0;
  return before + after;
}

type Neighbour = { offset: number; weight: number; places: readonly number[] };

/** The content words around the anchor that the source has, nearest first. */
function contextOf(words: readonly Word[], { from, to }: Anchor, source: SourceIndex): Neighbour[] {
  const context: Neighbour[] = [];
  for (let at = Math.max(0, from - REACH); at <= Math.min(words.length - 1, to + REACH); at++) {
    const word = words[at];
    if (word === undefined || (at >= from && at <= to) || word.light) continue;
    const places = source.positions.get(word.term);
    if (places === undefined) continue;
    const offset = at < from ? at - from : at - to;
    const rarity = Math.log(1 + source.words.length / (20 * places.length));
    context.push({ offset, weight: (rarity * 4) / (3 + Math.abs(offset)), places });
  }
  return context.sort((a, b) => Math.abs(a.offset) - Math.abs(b.offset));
}

function fit(at: number, context: readonly Neighbour[]): number {
  let total = 0;
  for (const { offset, weight, places } of context) {
    const distance = nearest(places, at);
    const excess = Math.max(0, distance - Math.abs(offset) - SLACK);
    total += weight * Math.exp(-excess / 8);
  }
  return total;
}

/** The distance to the nearest of ascending places; there must be at least one place. */
export function nearest(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const after = Math.abs((sorted[low] ?? 0) - wanted);
  return low > 0 ? Math.min(after, Math.abs((sorted[low - 1] ?? 0) - wanted)) : after;
}

/**
 * Rates a misfit: 0 is a good fit and 1 a swap. Neighbours that the source has in the same place speak against a
 * swap.
 */
export function misfitOf({ own, other, pairs, context }: Fit, pairWeight: number): number {
  return Math.max(0, (other - own) * certaintyOf(other, context) - pairWeight * pairs);
}

/** Rates how much the context proves. It proves nothing if it is too thin or nowhere together in the source. */
export function certaintyOf(other: number, context: number): number {
  return Math.min(1, Math.max(0, (other - 0.55) / 0.3)) * Math.min(1, context / 2);
}

/** A sign that a sentence may be wrong. It is too weak for a verdict but counts in the score of the summary. */
export type Doubt = {
  kind: 'number' | 'name' | 'negation' | 'opposite';
  /**
   * Whether the detail is not in the source at all, is about something else there, or is turned into its opposite.
   */
  reason: 'missing' | 'elsewhere' | 'reversed';
  /** How strong the doubt is, from 0 to 1. */
  weight: number;
};

export type Claim = {
  text: string;
  words: readonly Word[];
  start: number;
  cased: boolean;
  wholeText: string;
};
