import { findQuantities } from '#text/grounding/quantities.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { splitWords } from '#text/sentences/words.ts';
import words from './words.json' with { type: 'json' };

const reportingWords: ReadonlySet<string> = new Set(words.reporting.flatMap((line) => line.split(' ')));

/** Whether a word in lower case is one that a summary of any conversation may use. */
export function isReportingWord(lower: string): boolean {
  return reportingWords.has(lower);
}

/** How much of a text occurs in its source. */
export interface Support {
  /** The share of different content words, or of character pairs in scripts without spaces. */
  words: Share;
  /**
   * The share of what stays the same in any wording and language: numbers, and names and identifiers in Latin
   * letters.
   */
  details: Share;
}

export interface Share {
  known: number;
  total: number;
}

export interface SupportIndex {
  measure(text: string): Support;
  /** The covered text as `flatten` returns it. */
  readonly said: string;
  /** Whether the covered text has these words in this order, with or without a speaker before them. */
  quotes(sentence: string): boolean;
  /** The number of different words in the covered text. The larger it is, the more of any text occurs by chance. */
  size: number;
}

/** Indexes the covered text once, for any number of measurements. */
export function createSupport(covered: string): SupportIndex {
  const coveredLanguage = guessLanguage(covered) ?? 'en';
  const indexes = new Map<string, TermIndex>();
  const details = new Set(detailsOf(covered));
  const said = flatten(covered);
  const indexIn = (language: string): TermIndex => {
    const index = indexes.get(language) ?? indexTerms(covered, language);
    indexes.set(language, index);
    return index;
  };
  return {
    size: indexIn(coveredLanguage).size,
    said,
    quotes: (sentence) =>
      said.includes(flatten(sentence)) || said.includes(flatten(sentence.replace(speaker, ''))),
    measure(text) {
      const language = guessLanguage(text) ?? coveredLanguage;
      const index = indexIn(language);
      return {
        words: countKnown(new Set(contentTerms(text, language)), index.has),
        details: countKnown(new Set([...detailsOf(text), ...openingNames(text, details)]), (detail) =>
          details.has(detail),
        ),
      };
    },
  };
}

const speaker = /^[^:：\n]{1,60}[:：]\s*/u;

/** Keeps only the words, each with one space before and after it, so that a search finds whole words only. */
export function flatten(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}

export function shareOf({ known, total }: Share): number {
  return total === 0 ? 1 : known / total;
}

interface TermIndex {
  size: number;
  has(term: string): boolean;
}

function countKnown(terms: ReadonlySet<string>, has: (term: string) => boolean): Share {
  let known = 0;
  for (const term of terms) if (has(term)) known += 1;
  return { known, total: terms.size };
}

function contentTerms(text: string, language: string): string[] {
  return splitWords(text, language)
    .filter(({ light, term, lower }) => !light && !/^\p{N}/u.test(term) && !reportingWords.has(lower))
    .map(({ term }) => stripArticle(term));
}

/** Matches words by their beginnings, for inflected languages that have no stemmer. */
function indexTerms(covered: string, language: string): TermIndex {
  const terms = new Set(splitWords(covered, language).map(({ term }) => stripArticle(term)));
  const beginnings = new Set<string>();
  for (const term of terms) {
    const least = leastBeginning(term);
    for (let length = least; length <= Math.min(term.length, longestBeginning); length += 1)
      beginnings.add(term.slice(0, length));
  }
  return {
    size: terms.size,
    has(term) {
      if (terms.has(term)) return true;
      const length = Math.max(leastBeginning(term), Math.ceil(term.length * sharedBeginning));
      return (
        !unspaced.test(term) &&
        term.length >= length &&
        beginnings.has(term.slice(0, Math.min(length, longestBeginning)))
      );
    },
  };
}

const sharedBeginning = 0.6;
const longestBeginning = 12;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const hangul = /\p{Script=Hangul}/u;

/** A Korean syllable stands for two or three letters, so fewer characters are enough. */
function leastBeginning(term: string): number {
  return hangul.test(term) ? 2 : 4;
}

/** Removes the Arabic article and the particles that are written together with the next word. */
function stripArticle(term: string): string {
  return /^\p{Script=Arabic}{5,}$/u.test(term) ? term.replace(/^(?:[وفبكل]?ال|لل)/u, '') : term;
}

const latinName = /(?<![\p{Script=Latin}\p{N}])[A-Z][\p{Script=Latin}\p{N}_.-]*[\p{Script=Latin}\p{N}]/gu;
const beginsSentence = /(?:^|[\n.!?:;•"“„«(\]*#>-])\s{0,8}$/u;

/** Finds the names of the source that begin a sentence, where any word is capitalized. */
function openingNames(text: string, names: ReadonlySet<string>): string[] {
  const found = (text.match(latinName) ?? []).map((name) => name.toLowerCase());
  return found.filter((name) => names.has(name));
}

/** Finds numbers by their value, and capitalized Latin words that do not begin a sentence or a line. */
function detailsOf(text: string): string[] {
  const numbers = findQuantities(text).map(({ value, kind }) => `${kind === 'date' ? 'date' : ''}${value}`);
  const names: string[] = [];
  for (const { 0: surface, index } of text.matchAll(latinName)) {
    if (beginsSentence.test(text.slice(Math.max(0, index - 6), index))) continue;
    const name = surface.toLowerCase();
    if (!reportingWords.has(name)) names.push(name);
  }
  return [...numbers, ...names];
}
