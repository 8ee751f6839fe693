import { plainOf } from '#text/paragraphs/markers.ts';

/** How much a text says, in letters of an alphabet: a Chinese character says about as much as three, a syllable as two. */
export function weighText(markup: string): number {
  let weight = 0;
  for (const [letter] of plainOf(markup).matchAll(/[\p{L}\p{N}]/gu)) {
    if (/\p{Script=Han}/u.test(letter)) weight += 3;
    else if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter)) weight += 2;
    else weight += 1;
  }
  return weight;
}
