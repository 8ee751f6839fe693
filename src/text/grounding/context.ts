import type { Word } from '#text/words.ts';
import type { SourceIndex } from './source-index.ts';

/** A stretch of a summary sentence that is looked up as a whole: a name or a number. */
export type Anchor = { from: number; to: number; positions: readonly number[] };

const REACH = 9;
const SLACK = 3;
const MOST_OCCURRENCES = 40;

/**
 * How badly an anchor sits in its context: the words around it are found together in the source, but away from
 * every place where the source has the anchor. 0 is a good fit, 1 a swap.
 */
export function measureMisfit(words: readonly Word[], anchor: Anchor, source: SourceIndex): number {
  const context = contextOf(words, anchor, source);
  const whole = context.reduce((total, { weight }) => total + weight, 0);
  if (whole === 0) return 0;
  let own = 0;
  for (const at of anchor.positions.slice(0, MOST_OCCURRENCES)) own = Math.max(own, fit(at, context));
  let other = 0;
  for (const { offset, places } of context.slice(0, 4)) {
    for (const place of places.slice(0, MOST_OCCURRENCES))
      other = Math.max(other, fit(place - offset, context));
  }
  return Math.max(0, (other - own) / whole) * Math.min(1, whole / 2);
}

type Neighbour = { offset: number; weight: number; places: readonly number[] };

/** Content words around the anchor that the source has, nearest first. */
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

function nearest(sorted: readonly number[], wanted: number): number {
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
