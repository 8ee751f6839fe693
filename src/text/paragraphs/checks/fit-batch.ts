import { findKeys } from '#text/grounding/across/find-keys.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import type { Languages } from './glossary.ts';

/**
 * Whose words a translation has: only its own source's, only another paragraph's, or both, as when a model merges two
 * paragraphs.
 */
export type Fit = 'own' | 'other' | 'both' | 'unknown';

interface FitTest {
  fitOf(index: number, text: string): Fit;
  /** Whether a text is far longer than its source, compared with the other translations of the batch. */
  isOverlong(index: number, text: string, others: readonly { index: number; text: string }[]): boolean;
}

/**
 * Compares translations with all paragraphs that were sent together, so that swapped, shifted and merged ones are
 * noticed.
 */
export function createFitTest(markups: readonly string[]): FitTest {
  const anchors = markups.map(anchorsOf);
  const words = markups.map(wordsOf);
  const holders = new Map<string, number>();
  for (const own of anchors) for (const anchor of own) holders.set(anchor, (holders.get(anchor) ?? 0) + 1);
  // A word that another paragraph also has in lower case does not identify this one.
  const exclusive = anchors.map((own, index) =>
    [...own].filter(
      (anchor) => holders.get(anchor) === 1 && !words.some((other, at) => at !== index && other.has(anchor)),
    ),
  );
  const owners = new Map(exclusive.flatMap((own, index) => own.map((anchor) => [anchor, index] as const)));

  return {
    fitOf(index, text) {
      const found = new Set([...anchorsOf(text), ...wordsOf(text)]);
      let own = false;
      let other = false;
      for (const anchor of found) {
        const owner = owners.get(anchor);
        if (owner === index) own = true;
        else if (owner !== undefined) other = true;
      }
      if (own) return other ? 'both' : 'own';
      return other ? 'other' : 'unknown';
    },

    isOverlong(index, text, others) {
      const ratios = others
        .filter((each) => each.index !== index)
        .map((each) => weighText(each.text) / Math.max(1, weighText(markups[each.index] ?? '')))
        .toSorted((a, b) => a - b);
      const usual = ratios[ratios.length >> 1];
      const source = weighText(markups[index] ?? '');
      return usual !== undefined && ratios.length > 2 && weighText(text) > source * usual * 1.6 + 20;
    },
  };
}

const word = /\p{Script=Latin}[\p{Script=Latin}\p{M}\d]*(?:[.&'’-][\p{Script=Latin}\d]+)*/gu;
const address = /(?:https?:\/\/|www\.)[^\s<>]+/giu;

/** Finds what a translation keeps of its source: numbers, addresses, and names in Latin letters. */
function anchorsOf(markup: string): Set<string> {
  const text = plainOf(markup);
  const anchors = new Set<string>();
  for (const digits of significantDigits(text)) if (digits.length > 1) anchors.add(`n:${digits}`);
  for (const [found] of text.matchAll(address)) anchors.add(`u:${found.toLowerCase()}`);
  for (const match of text.replace(address, ' ').matchAll(word)) {
    if (isName(match[0], text.slice(Math.max(0, match.index - 3), match.index)))
      anchors.add(`w:${match[0].toLowerCase()}`);
  }
  return anchors;
}

/** All words of a text, in the form in which names are stored as anchors. */
function wordsOf(markup: string): Set<string> {
  return new Set(Array.from(plainOf(markup).matchAll(word), ([found]) => `w:${found.toLowerCase()}`));
}

function isName(found: string, before: string): boolean {
  if (/\p{Lu}.*\p{Lu}|\d/u.test(found)) return found.length > 2;
  if (!/^\p{Lu}/u.test(found) || found.length < 4) return false;
  // A capital at the start of a sentence proves nothing.
  return !/(?:^|[.!?:…]["”’)]?\s|["“‘«])\s*$/u.test(before) && before !== '';
}

/** The codes of zero in several scripts: Arabic, Persian, Devanagari, Bengali, Thai, full-width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];

/** Replaces digits of other scripts by 0 to 9, character for character. */
export function withPlainDigits(text: string): string {
  if (!/[٠-٩۰-۹०-९০-৯๐-๙０-９٬٫٪]/u.test(text)) return text;
  return text
    .replace(/[٠-٩۰-۹०-९০-৯๐-๙０-９]/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = zeros.find((start) => code >= start && code < start + 10) ?? 0x30;
      return String(code - zero);
    })
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%');
}

/** The significant digits of each number without separators or trailing zeros: 15 for 1,500, 1.5 million and 150만. */
export function significantDigits(text: string): Set<string> {
  const found = new Set<string>();
  for (const [number] of withPlainDigits(text).matchAll(/\d+(?:[.,'’\u00a0\u202f\u2009 ]\d+)*/gu)) {
    const parts = number.split(/\D/u);
    for (const digits of [parts.join(''), ...parts]) {
      const significant = digits.replace(/^0+|0+$/gu, '');
      if (significant !== '') found.add(significant);
    }
  }
  return found;
}

/**
 * How much a text says, in letters of an alphabet. A Chinese character counts as three letters, a kana or Korean
 * syllable as two.
 */
export function weighText(markup: string): number {
  let weight = 0;
  for (const [letter] of plainOf(markup).matchAll(/[\p{L}\p{N}]/gu)) {
    if (/\p{Script=Han}/u.test(letter)) weight += 3;
    else if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter)) weight += 2;
    else weight += 1;
  }
  return weight;
}

/** One common word is not enough, because it may occur in any text. */
const leastKeys = 2;

/**
 * Makes a test of whether a translation has the topics of another paragraph of the batch and none of its own. It
 * compares concepts with words in both languages, and words that European languages share. The test is false where
 * the languages tell too little.
 */
export function createMeaningTest(
  markups: readonly string[],
  { source, target }: Languages,
): (index: number, text: string) => boolean {
  if (source === null) return () => false;
  const keys = markups.map((markup) => keysOf(markup, source));
  const owners = new Map<string, number | null>();
  for (const [index, own] of keys.entries())
    for (const key of own) owners.set(key, owners.has(key) ? null : index);

  return (index, text) => {
    const found = keysOf(text, target);
    if ([...found].some((key) => keys[index]?.has(key))) return false;
    const counts = new Map<number, number>();
    for (const key of found) {
      const owner = owners.get(key) ?? null;
      if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    return [...counts.values()].some((count) => count >= leastKeys);
  };
}

function keysOf(markup: string, language: string): Set<string> {
  return new Set(findKeys(plainOf(markup), primarySubtag(language)).map(({ key }) => key));
}
