import { agrees, findQuantities, isYear, type Quantity } from '#text/grounding/quantities.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { lowerText, termsOpeningLike } from '#text/grounding/source-text.ts';
import { type Support, synonymGroups } from '#text/grounding/support.ts';
import words from '#text/grounding/words.json' with { type: 'json' };
import { stemWord } from '#text/language/stem.ts';
import type { Word } from '#text/sentences/words.ts';
import {
  type Claim,
  certaintyOf,
  type Doubt,
  type Fit,
  MOST_OCCURRENCES,
  measureFit,
  misfitOf,
} from './context.ts';
import { negationDoubts, oppositeDoubts } from './reversal-doubts.ts';

/** Finds everything in a claim that may be wrong, with the strength of each doubt. */
export function findDoubts(claim: Claim, support: Support, source: SourceIndex): Doubt[] {
  return [
    ...numberDoubts(claim, source),
    ...nameDoubts(claim, support, source),
    ...negationDoubts(claim, support, source),
    ...oppositeDoubts(claim, support, source),
  ];
}

/** Doubts names that the source does not have, or has in another place. */
function nameDoubts(claim: Claim, support: Support, source: SourceIndex): Doubt[] {
  const doubts: Doubt[] = [];
  for (const run of findNames({ words: claim.words, text: claim.wholeText, source, cased: claim.cased })) {
    for (const _ of run.novel) doubts.push({ kind: 'name', reason: 'missing', weight: 1 });
    if (run.novel.length > 0) continue;
    if (run.torn !== undefined) doubts.push({ kind: 'name', reason: 'elsewhere', weight: 0.9 });
    else if (run.positions.length > 0) {
      const weight = nameMisfit(measureFit(claim.words, run, source), run.positions.length, support);
      if (weight > 0) doubts.push({ kind: 'name', reason: 'elsewhere', weight });
    }
  }
  return doubts;
}

/**
 * Rates the misfit of a name. A frequent name counts less because pronouns stand for it. In a copied sentence,
 * missing neighbours count more.
 */
function nameMisfit({ own, other, pairs, context }: Fit, mentions: number, support: Support): number {
  const copied = Math.min(1, Math.max(0, (support.pairs - 0.4) / 0.4));
  const alone = pairs === 0 ? 0.5 * copied : 0;
  const doubt = (other - own) * certaintyOf(other, context) + alone;
  return Math.max(0, doubt * Math.min(1, Math.sqrt(6 / mentions)) - 0.3 * pairs);
}

/** Doubts numbers that the source does not state, or states about something else. */
function numberDoubts({ text, words, start }: Claim, source: SourceIndex): Doubt[] {
  const doubts: Doubt[] = [];
  for (const quantity of findQuantities(text, source.language)) {
    if (quantity.weak && quantity.kind === 'date') continue;
    const matching = source.quantities.filter((other) => agrees(quantity, other));
    if (matching.length === 0) {
      if (isCounted(quantity)) continue;
      doubts.push({ kind: 'number', reason: 'missing', weight: quantity.weak ? 0.5 : 1 });
      continue;
    }
    if (quantity.unit !== undefined && !matching.some((other) => other.unit === quantity.unit)) {
      doubts.push({ kind: 'number', reason: 'elsewhere', weight: quantity.weak ? 0.5 : 0.8 });
      continue;
    }
    if (quantity.weak) continue;
    const from = wordAt(words, start + quantity.start);
    const to = wordAt(words, start + quantity.end - 1);
    const positions = matching
      .slice(0, MOST_OCCURRENCES)
      .flatMap((other) => other.offsets.map((offset) => wordAt(source.words, offset)));
    const fit = measureFit(words, { from, to, positions }, source);
    const misfit = misfitOf(fit, 0.1) * (isYear(quantity) ? 0.5 : 1);
    if (misfit > 0) doubts.push({ kind: 'number', reason: 'elsewhere', weight: misfit });
  }
  return doubts;
}

/** Whether a number is rarely quoted: "one", "first" and "half" are counted, or are no numbers at all. */
function isCounted({ weak, value, kind }: Quantity): boolean {
  return weak && (value <= 1 || kind === 'ordinal');
}

function wordAt(words: readonly Word[], offset: number): number {
  let low = 0;
  let high = words.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((words[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A run of words in a summary sentence that names somebody or something. */
type NameRun = {
  from: number;
  to: number;
  start: number;
  end: number;
  /** The words of the name that do not occur in the source. */
  novel: Word[];
  /** A word that the source has only apart from the word before it, such as the last name of somebody else. */
  torn: Word | undefined;
  /**
   * The positions of its words in the source, ascending. A speaker has none, because speakers stand apart from what
   * is said.
   */
  positions: number[];
};

type Input = { words: readonly Word[]; text: string; source: SourceIndex; cased: boolean };

// Only this many places of a frequent name are compared.
const MOST_PLACES = 100;
const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

/** Other words for the same place or people. */
const ALIASES = new Map(Object.entries<string[]>(words.aliases));

/** Finds names by their capitals, or in lower-case text by what the source writes with a capital. */
function findNames(input: Input): NameRun[] {
  const runs: NameRun[] = [];
  let from = -1;
  const { words } = input;
  for (let at = 0; at <= words.length; at++) {
    const named = at < words.length && isName(input, at);
    if (named && from < 0) from = at;
    const broken = from >= 0 && at > from && !followsDirectly(input, at);
    if (from >= 0 && (!named || broken)) {
      runs.push(describe(input, from, at - 1));
      from = named ? at : -1;
    }
  }
  return runs;
}

function isName({ words, text, source, cased }: Input, at: number): boolean {
  const word = words[at];
  if (
    word === undefined ||
    word.light ||
    word.lower === 'unk' ||
    CALENDAR.test(word.lower) ||
    /^\p{N}/u.test(word.lower)
  )
    return false;
  const capital = isCapital(text, word);
  if (!capital) return !cased && source.cased && source.names.has(word.lower) && word.lower.length > 2;
  if (at > 0 && !opensClause(text, word)) return true;
  if (!cased || source.names.has(word.lower)) return true;
  const next = words[at + 1];
  if (next !== undefined && isCapital(text, next) && !next.light) return true;
  return !isOrdinary(word, source);
}

/** Whether a word at the start of a sentence is too common for a name, since its capital proves nothing there. */
function isOrdinary(word: Word, source: SourceIndex): boolean {
  if (source.positions.has(word.term)) return true;
  if (word.lower.length < 4 || synonymGroups(word.term).length > 0) return true;
  return /(?:ing|ed|ly|tion|ment|ness|ity|ers?|ors?|ists?|ies|ous|ful|al|ive|ic|ants?|ents?)$/.test(
    word.lower,
  );
}

function describe({ words, source }: Input, from: number, to: number): NameRun {
  const run = words.slice(from, to + 1);
  const initials = run.map((word) => word.lower.charAt(0)).join('');
  const spelled = initials.length >= 2 && source.names.has(initials);
  return {
    from,
    to,
    start: run[0]?.start ?? 0,
    end: run.at(-1)?.end ?? 0,
    novel: spelled ? [] : run.filter((word) => !isKnown(word, source)),
    torn: spelled ? undefined : run.find((word, at) => at > 0 && isTorn(run[at - 1], word, source)),
    positions: run.some((word) => source.speakers.has(word.lower))
      ? []
      : run.flatMap((word) => placesOf(word, source).slice(0, MOST_PLACES)).sort((a, b) => a - b),
  };
}

function isTorn(previous: Word | undefined, word: Word, source: SourceIndex): boolean {
  if (previous === undefined) return false;
  const before = source.positions.get(previous.term);
  const places = source.positions.get(word.term);
  if (before === undefined || places === undefined || before.length > 40 || places.length > 40) return false;
  if (!source.names.has(previous.lower) || !source.names.has(word.lower)) return false;
  return !before.some((left) => places.some((right) => Math.abs(right - left) <= 3));
}

function placesOf(word: Word, source: SourceIndex): readonly number[] {
  const direct = source.positions.get(word.term);
  if (direct !== undefined) return direct;
  for (const alias of ALIASES.get(word.lower) ?? []) {
    const places = source.positions.get(stemWord(alias, source.language));
    if (places !== undefined) return places;
  }
  if (word.term.length < 5) return [];
  return termsOpeningLike(source, word.term)
    .filter((term) => isVariant(word.term, term))
    .flatMap((term) => source.positions.get(term) ?? []);
}

function isKnown(word: Word, source: SourceIndex): boolean {
  if (placesOf(word, source).length > 0) return true;
  if (source.acronyms.has(word.lower.replaceAll('.', ''))) return true;
  return word.lower.length > 6 && lowerText(source).includes(word.lower);
}

/**
 * Whether one word may be a form of the other, as of a country or in the genitive: all but two letters of the shorter
 * one are shared.
 */
function isVariant(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 4 || a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  const shared = Math.max(5, Math.min(a.length, b.length) - 2);
  return a.slice(0, shared) === b.slice(0, shared);
}

function followsDirectly({ words, text }: Input, at: number): boolean {
  const previous = words[at - 1];
  const word = words[at];
  if (previous === undefined || word === undefined) return false;
  return /^[\s.'’&-]{0,2}$/.test(text.slice(previous.end, word.start));
}

function opensClause(text: string, word: Word): boolean {
  return /(?:^|[.!?:]\s|["“‘'])\s*$/u.test(text.slice(Math.max(0, word.start - 3), word.start));
}

function isCapital(text: string, word: Word): boolean {
  return /^\p{Lu}/u.test(text.charAt(word.start));
}
