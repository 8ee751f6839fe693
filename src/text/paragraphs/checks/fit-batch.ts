import { plainOf } from '#text/paragraphs/markers.ts';
import { significantDigits } from './digits.ts';
import { weighText } from './weigh-text.ts';

/**
 * `own`: it has something that only its own source has. `other`: it has that of another paragraph instead. `both`: of its
 * own and of another, as where a model merges two.
 */
export type Fit = 'own' | 'other' | 'both' | 'unknown';

interface FitTest {
  fitOf(index: number, text: string): Fit;
  /** Whether it is far longer than its source, compared with the other translations of the batch. */
  isOverlong(index: number, text: string, others: readonly { index: number; text: string }[]): boolean;
}

/** Compares translations with all paragraphs that were sent together, to notice swapped, shifted and merged ones. */
export function createFitTest(markups: readonly string[]): FitTest {
  const anchors = markups.map(anchorsOf);
  const words = markups.map(wordsOf);
  const holders = new Map<string, number>();
  for (const own of anchors) for (const anchor of own) holders.set(anchor, (holders.get(anchor) ?? 0) + 1);
  // A word that another paragraph has too, in lower case, is no sign of this one.
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

/** What a translation keeps of its source: numbers, addresses, and names in Latin letters. */
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

/** All words of a text, as names are written in it. */
function wordsOf(markup: string): Set<string> {
  return new Set(Array.from(plainOf(markup).matchAll(word), ([found]) => `w:${found.toLowerCase()}`));
}

function isName(found: string, before: string): boolean {
  if (/\p{Lu}.*\p{Lu}|\d/u.test(found)) return found.length > 2;
  if (!/^\p{Lu}/u.test(found) || found.length < 4) return false;
  // A capital at the start of a sentence proves nothing.
  return !/(?:^|[.!?:…]["”’)]?\s|["“‘«])\s*$/u.test(before) && before !== '';
}
