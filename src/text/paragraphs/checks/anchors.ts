import { plainOf } from '#text/paragraphs/markers.ts';
import { significantDigits } from './digits.ts';

const word = /\p{Script=Latin}[\p{Script=Latin}\p{M}\d]*(?:[.&'’-][\p{Script=Latin}\d]+)*/gu;
const address = /(?:https?:\/\/|www\.)[^\s<>]+/giu;

/** What a translation keeps of its source: numbers, addresses, and names in Latin letters. */
export function anchorsOf(markup: string): Set<string> {
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
export function wordsOf(markup: string): Set<string> {
  return new Set(Array.from(plainOf(markup).matchAll(word), ([found]) => `w:${found.toLowerCase()}`));
}

function isName(found: string, before: string): boolean {
  if (/\p{Lu}.*\p{Lu}|\d/u.test(found)) return found.length > 2;
  if (!/^\p{Lu}/u.test(found) || found.length < 4) return false;
  // A capital at the start of a sentence proves nothing.
  return !/(?:^|[.!?:…]["”’)]?\s|["“‘«])\s*$/u.test(before) && before !== '';
}
