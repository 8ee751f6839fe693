import { stemWord } from '#text/language/stem.ts';
import type { Word } from '#text/sentences/words.ts';
import { firstWordOf, hasPair, holds, type SourceIndex } from './source-index.ts';
import words from './words.json' with { type: 'json' };

/** Describes how the words of a summary sentence are found in the source. */
export type Support = {
  /** The source sentences that support it, best first. */
  sentences: number[];
  /** The share of the content, by weight, that occurs anywhere, in the best sentence, and in the best three. */
  anywhere: number;
  best: number;
  together: number;
  /** The share of adjacent word pairs that the source has too. */
  pairs: number;
  /** The share of the words that one supporting sentence has in the same order. */
  inOrder: number;
  /** The content words that the source lacks, and those among them with a synonym near the support. */
  missing: Word[];
  paraphrased: Word[];
};

const MOST_SENTENCES = 3;
// In a long source, a frequent word is only looked up in this many of its sentences.
const MOST_POSTINGS = 400;

export function findSupport(words: readonly Word[], source: SourceIndex): Support {
  const total = source.kept.length;
  const weights = new Map<string, number>();
  for (const word of words) {
    if (word.light || weights.has(word.term)) continue;
    const found = source.sentencesWith.get(word.term)?.length ?? 0;
    weights.set(word.term, Math.log(1 + total / Math.max(1, found)) + 0.3);
  }
  const whole = sum(weights.values());
  const remaining = new Map(weights);
  const chosen: number[] = [];
  let best = 0;
  let together = 0;
  for (let round = 0; round < MOST_SENTENCES && remaining.size > 0; round++) {
    const found = bestSentence(remaining, source);
    if (found === undefined) break;
    if (round > 0 && found.gain < 0.08 * whole) break;
    chosen.push(found.sentence);
    together += found.gain;
    if (round === 0) best = found.gain;
    for (const term of remaining.keys()) if (holds(source, term, found.sentence)) remaining.delete(term);
  }
  const missing = words.filter((word) => !word.light && !source.positions.has(word.term));
  const near = nearbyGroups(chosen, source);
  const anywhere = sum([...weights].map(([term, weight]) => (source.positions.has(term) ? weight : 0)));
  return {
    sentences: chosen,
    anywhere: whole > 0 ? anywhere / whole : 1,
    best: whole > 0 ? best / whole : 1,
    together: whole > 0 ? together / whole : 1,
    pairs: pairShare(words, source),
    inOrder: orderShare(words, chosen, source),
    missing,
    paraphrased: missing.filter((word) => synonymGroups(word.term).some((group) => near.has(group))),
  };
}

function bestSentence(weights: ReadonlyMap<string, number>, source: SourceIndex) {
  const gains = new Map<number, number>();
  for (const [term, weight] of weights) {
    const postings = source.sentencesWith.get(term);
    if (postings === undefined) continue;
    for (const sentence of postings.length > MOST_POSTINGS ? postings.slice(0, MOST_POSTINGS) : postings) {
      gains.set(sentence, (gains.get(sentence) ?? 0) + weight);
    }
  }
  let best: { sentence: number; gain: number } | undefined;
  for (const [sentence, gain] of gains) {
    if (best === undefined || gain > best.gain || (gain === best.gain && sentence < best.sentence))
      best = { sentence, gain };
  }
  return best;
}

function nearbyGroups(sentences: readonly number[], source: SourceIndex): Set<number> {
  const groups = new Set<number>();
  for (const sentence of new Set(sentences.flatMap((at) => [at - 1, at, at + 1]))) {
    for (let at = firstWordOf(source, sentence); source.sentenceOf[at] === sentence; at++) {
      for (const group of synonymGroups(source.words[at]?.term ?? '')) groups.add(group);
    }
  }
  return groups;
}

function pairShare(words: readonly Word[], source: SourceIndex): number {
  if (words.length < 2) return 1;
  let hits = 0;
  for (let at = 1; at < words.length; at++) if (hasPair(source, words[at - 1]?.term, words[at]?.term)) hits++;
  return hits / (words.length - 1);
}

function orderShare(words: readonly Word[], sentences: readonly number[], source: SourceIndex): number {
  const stated = words.map(({ term }) => source.numbers.get(term) ?? -1);
  let most = 0;
  for (const sentence of sentences) {
    const told: number[] = [];
    for (let at = firstWordOf(source, sentence); source.sentenceOf[at] === sentence; at++)
      told.push(source.numbers.get(source.words[at]?.term ?? '') ?? -2);
    most = Math.max(most, longestCommon(stated, told));
  }
  return words.length === 0 ? 1 : most / words.length;
}

/** The length of the longest common subsequence. Sentences are short, so the product of their lengths is small. */
function longestCommon(left: readonly number[], right: readonly number[]): number {
  const row = new Uint16Array(right.length + 1);
  for (const value of left) {
    let diagonal = 0;
    for (let at = 0; at < right.length; at++) {
      const above = row[at + 1] ?? 0;
      row[at + 1] = value === right[at] ? diagonal + 1 : Math.max(above, row[at] ?? 0);
      diagonal = above;
    }
  }
  return row[right.length] ?? 0;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Both tables are made on first use. */
let groups: Map<string, number[]> | undefined;
let opposites: Map<string, string[]> | undefined;

/**
 * The groups of synonyms that a stem belongs to: general English words that may replace each other in a paraphrase.
 */
export function synonymGroups(stem: string): readonly number[] {
  groups ??= buildGroups();
  return groups.get(stem) ?? [];
}

/** The stems that say the opposite of a stem and would turn a statement around in its place. */
export function oppositesOf(stem: string): readonly string[] {
  opposites ??= buildOpposites();
  return opposites.get(stem) ?? [];
}

function buildGroups(): Map<string, number[]> {
  const built = new Map<string, number[]>();
  words.synonyms.forEach((group, number) => {
    for (const word of group.split(' ')) push(built, stemWord(word, 'en'), number);
  });
  return built;
}

function buildOpposites(): Map<string, string[]> {
  const built = new Map<string, string[]>();
  for (const pair of words.antonyms.flatMap((row) => row.split(' '))) {
    const [left = '', right = ''] = pair.split('/').map((word) => stemWord(word, 'en'));
    push(built, left, right);
    push(built, right, left);
  }
  return built;
}

const NEGATIVE_PREFIXES: ReadonlyArray<readonly [prefix: string, shortestRest: number]> = [
  ['un', 4],
  ['in', 6],
  ['im', 6],
  ['ir', 6],
  ['il', 6],
  ['non', 5],
];

/** The word with a negative prefix added or removed, as in "flexible" and "inflexible". */
export function prefixedOpposites(lower: string): string[] {
  const opposites: string[] = [];
  for (const [prefix, shortestRest] of NEGATIVE_PREFIXES) {
    if (lower.length >= shortestRest) opposites.push(prefix + lower);
    if (lower.startsWith(prefix) && lower.length - prefix.length >= shortestRest)
      opposites.push(lower.slice(prefix.length));
  }
  return opposites;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
