import { stopwordsOf } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import type { Languages } from './glossary.ts';

/** A run of this many words of the source, with function words in it, was not translated. */
const leastWords = 5;
const leastFunctionWords = 2;
/** A word that is everywhere must not be compared with every other place of it. */
const mostPlaces = 20;
const longestRun = 40;
/** Letters of a script that the target language does not use. */
const leastForeign = 12;
/** What is quoted of a longer run. */
const quotedWords = 7;
const quotedCharacters = 20;

/** Stands for code and formulas, which stay as they are. */
const gap = '\uFFFC';
const codeLike = /[(){}[\]=_;|\\^$`]|[\p{L}\p{N}][./:][\p{L}\p{N}]|--|\p{Ll}\p{Lu}/u;

/** The first words of the source that a translation still has, as they stand there; empty if there are none. */
export function findRemains(source: string, target: string, { source: from }: Languages): string {
  const [own, other] = [withoutCode(source), withoutCode(target)];
  return findForeign(own, other) || findRun(own, other, from);
}

/** Plain text. Markers do not say which of them is code, but code looks like it. */
function withoutCode(markup: string): string {
  return plainOf(
    markup.replace(/<(\d{1,4})>([^<]*)<\/\1>/g, (all, _, inside: string) =>
      codeLike.test(inside) ? ` ${gap} ` : all,
    ),
  );
}

/** Where the scripts differ, any longer stretch of the source's script is a remain. */
function findForeign(source: string, target: string): string {
  const isUnspacedSource = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(source);
  const isUnspacedTarget = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
    target.slice(0, 400),
  );
  const stretch = isUnspacedSource
    ? /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]{8,}/gu
    : /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}\p{Script=Greek}][\p{L}\p{M} ,]{10,}/gu;
  const latin = (target.match(/\p{Script=Latin}/gu) ?? []).length;
  if (isUnspacedSource && isUnspacedTarget && latin < target.length / 3) return '';
  for (const [found] of target.matchAll(stretch)) {
    const words = found.trim();
    if (words.length >= (isUnspacedSource ? 8 : leastForeign) && source.includes(words))
      return isUnspacedSource ? words.slice(0, quotedCharacters) : firstWords(words);
  }
  return '';
}

function findRun(source: string, target: string, language: string | null): string {
  const functionWords = stopwordsOf(language ?? undefined);
  if (functionWords.size === 0) return '';
  const sourceWords = wordsOf(source).map(([word]) => word);
  const places = Map.groupBy(sourceWords.keys(), (at) => sourceWords[at] ?? '');
  const found = wordsOf(target);
  const targetWords = found.map(([word]) => word);
  for (let at = 0; at < targetWords.length; at++) {
    for (const start of (places.get(targetWords[at] ?? '') ?? []).slice(0, mostPlaces)) {
      let length = 0;
      while (
        length < longestRun &&
        at + length < targetWords.length &&
        targetWords[at + length] !== gap &&
        sourceWords[start + length] === targetWords[at + length]
      )
        length += 1;
      if (length < leastWords) continue;
      const run = sourceWords.slice(start, start + length);
      const lower = run.filter((word) => word === word.toLowerCase());
      const hits = lower.filter((word) => functionWords.has(word)).length;
      const last = found[at + Math.min(length, quotedWords) - 1];
      if (hits >= leastFunctionWords && last !== undefined)
        return target.slice(found[at]?.index, last.index + last[0].length);
    }
  }
  return '';
}

function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/\uFFFC|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu)].slice(0, 2000);
}

function firstWords(text: string): string {
  return text.split(' ').slice(0, quotedWords).join(' ');
}
