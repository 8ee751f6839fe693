import { sample } from './sample.ts';

/** Tables and code keep about half; rows of emoji and of punctuation keep nearly nothing. */
const leastLetters = 0.4;
/** Longer than any word: base64, hashes, keys held down. */
const longestWord = 40;
const mostInLongWords = 0.3;
/** Persian and emoji need a few of them. */
const mostInvisible = 0.2;

const invisible = /[\p{Cf}\p{Cc}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The text as a reader sees it. */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => (/\s/u.test(character) ? character : ''));
}

/** What no reader takes for language: symbols, encoded data, hidden characters. */
export function isNonsense(candidate: string, covered: string): boolean {
  const text = sample(candidate);
  const seen = visibleText(text);
  if (seen.length < text.length * (1 - mostInvisible)) return true;
  const solid = seen.replace(/\s+/gu, '');
  const letters = solid.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  if (letters < [...solid].length * leastLetters) return true;
  let long = 0;
  for (const [word] of seen.matchAll(/\S{41,}/gu)) {
    if (word.length > longestWord && !withoutSpaces.test(word) && !covered.includes(word))
      long += word.length;
  }
  return long > solid.length * mostInLongWords;
}
