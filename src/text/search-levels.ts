import { stemEnglishWord } from './language/stem.ts';
import { countTerms, type SearchTerm } from './search-terms.ts';

/**
 * Rates how much a text says about a term by BM25, in eight levels. A level depends on the text alone. An index can
 * therefore store it with the term when the text is written, and list the best texts first.
 */
export const topLevel = 7;

/** The usual constants of BM25: how soon repetition stops counting, and how much length counts against a text. */
const saturation = 1.2;
const lengthShare = 0.75;
/** A text with this many terms is neither short nor long. The mean of all texts would change with each new text. */
const usualLength = 100;
/** The relevance at which each level above the lowest begins, and the value of each level. */
const bounds = [0.2, 0.45, 0.7, 1, 1.3, 1.6, 1.85];
const values = [0.1, 0.33, 0.58, 0.85, 1.15, 1.45, 1.72, 2];

const space = ' '.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** A new text counts up to twice as much as a very old one; half of this advantage is left after a month. */
export const halfLifeMs = 30 * 24 * 60 * 60 * 1000;

export interface LeveledText {
  /** The title counts twice because it says what the text is about. */
  title: string;
  text: string;
}

export interface TermWeight {
  term: SearchTerm;
  weight: number;
}

/** Lists the terms of a text for an index, separated by spaces, each once and with its level before it. */
export function levelTerms({ title, text }: LeveledText): string {
  const counts = countTerms([title, title, text]);
  let length = 0;
  for (const count of counts.values()) length += count;
  const share = saturation * (1 - lengthShare + (lengthShare * length) / usualLength);
  // Most terms occur once and therefore have the same level, which is computed in advance.
  const once = levelOf(1, share);
  let terms = '';
  for (const [term, count] of counts) {
    const level = count === 1 ? once : levelOf(count, share);
    terms += terms === '' ? level + term : ` ${level}${term}`;
  }
  return terms;
}

function levelOf(count: number, share: number): number {
  const relevance = (count * (saturation + 1)) / (count + share);
  let level = 0;
  while (level < topLevel && relevance >= (bounds[level] ?? 0)) level += 1;
  return level;
}

/**
 * Finds the level of a term in the result of `levelTerms` with a space around each term; -1 means that the term is
 * missing.
 */
export function findLevel(terms: string, { text, prefix, stem }: SearchTerm): number {
  let best = -1;
  for (let at = terms.indexOf(text); at !== -1 && best < topLevel; at = terms.indexOf(text, at + 1)) {
    const level = terms.charCodeAt(at - 1) - zero;
    const isTerm = terms.charCodeAt(at - 2) === space && level >= 0 && level <= topLevel;
    if (!isTerm || level <= best) continue;
    if (stem === undefined ? prefix || terms.charCodeAt(at + text.length) === space : isForm(terms, at, stem))
      best = level;
  }
  return best;
}

/** The level of a term that occurs once in a text, from the result of `levelTerms`. Longer texts have a lower one. */
export function lowestLevel(terms: string): number {
  let lowest = topLevel;
  for (let at = terms.indexOf(' '); at !== -1 && lowest > 0; at = terms.indexOf(' ', at + 1)) {
    const level = terms.charCodeAt(at + 1) - zero;
    if (level >= 0 && level < lowest) lowest = level;
  }
  return lowest;
}

function isForm(terms: string, at: number, stem: string): boolean {
  const end = terms.indexOf(' ', at);
  const word = terms.slice(at, end === -1 ? undefined : end);
  // A term with a star at its end is the beginning of a word, which one of the database dialects stores too.
  return !word.endsWith('*') && stemEnglishWord(word) === stem;
}

export function valueOfLevel(level: number): number {
  return values[level] ?? 0;
}

/** Weighs how informative a term is by how many texts contain it. */
export function weighTerm({ found, total }: { found: number; total: number }): number {
  return Math.max(0.05, Math.log(1 + (total - found + 0.5) / (found + 0.5)));
}

/** Adds up the values of the levels of all terms. The age of the text is not included. */
export function relevanceOf(terms: string, weights: readonly TermWeight[]): number {
  return weights.reduce((sum, { term, weight }) => sum + weight * valueOfLevel(findLevel(terms, term)), 0);
}

export function scoreAt(relevance: number, { at, now }: { at: number; now: number }): number {
  return relevance * (1 + freshness(at, now));
}

/** The freshness is 1 for a new text and halves after each half-life. */
export function freshness(at: number, now: number): number {
  return 0.5 ** (Math.max(0, now - at) / halfLifeMs);
}
