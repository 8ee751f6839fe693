import type { Span } from '#text/grounding/flag.ts';
import type { Conflict, Passage } from './align.ts';

/** A Chinese name in Latin letters, as "He Ziyuan", with the first letter of each syllable in both orders. */
export type Pinyin = Span & { orders: string[] };

const SYLLABLES =
  /(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?[aeiouü]{1,3}(?:ng(?![aeiouü])|n(?![aeiouü])|r(?![aeiouü]))?/gy;
const TWO_WORDS =
  /(?<![\p{L}\p{N}-])(?!Hong Kong)(?=(\p{Lu}\p{Ll}{1,6}) (\p{Lu}\p{Ll}{1,11})(?![\p{L}\p{N}-]))/gu;
const FEWEST = 2;
const MOST = 3;

/** Finds names of two words that consist of two or three syllables of Chinese. */
export function findPinyin(text: string): Pinyin[] {
  return [...text.matchAll(TWO_WORDS)].flatMap(({ 1: first = '', 2: second = '', index: start }) => {
    const [left, right] = [syllablesOf(first), syllablesOf(second)];
    const count = left.length + right.length;
    if (left === '' || right === '' || count < FEWEST || count > MOST) return [];
    return [{ start, end: start + first.length + 1 + second.length, orders: [left + right, right + left] }];
  });
}

/** The first letter of each syllable; empty if the word is not Chinese. */
function syllablesOf(word: string): string {
  const syllables = Array.from(word.toLowerCase().matchAll(SYLLABLES), ([syllable]) => syllable);
  return syllables.join('').length === word.length ? syllables.map((each) => each.charAt(0)).join('') : '';
}

/** The first character of each letter in the order of pinyin. */
const FIRSTS = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀'];
const LETTERS = 'abcdefghjklmnopqrstwxyz';
/** Surnames that are read otherwise than the same character elsewhere. */
const OTHER_READING = new Map(
  Object.entries({
    曾: 'z',
    单: 's',
    單: 's',
    解: 'x',
    仇: 'q',
    查: 'z',
    翟: 'z',
    乐: 'y',
    朴: 'p',
    区: 'o',
    盖: 'g',
  }),
);

const known = new Map<string, string>();
let order: Intl.Collator | null | undefined;

/** The first letter of a Chinese character in pinyin. Empty where the platform does not know the order of pinyin. */
function initialOf(character: string): string {
  let initial = known.get(character);
  if (initial === undefined) {
    initial = findInitial(character);
    known.set(character, initial);
  }
  return initial;
}

function findInitial(character: string): string {
  if (order === undefined) {
    const collator = new Intl.Collator('zh-u-co-pinyin');
    const isKnown = FIRSTS.every((first, at) => collator.compare(FIRSTS[at - 1] ?? '', first) < 0);
    order = isKnown ? collator : null;
  }
  if (order === null || !/\p{Script=Han}/u.test(character)) return '';
  let low = 0;
  for (let high = FIRSTS.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (order.compare(character, FIRSTS[middle] ?? '') >= 0) low = middle;
    else high = middle - 1;
  }
  return LETTERS.charAt(low);
}

/** Finds where a Chinese text may write this name. Undefined if it surely does not. */
export function placeOfPinyin({ orders }: Pinyin, text: string): Span | undefined {
  for (let start = 0; start < text.length; start++) {
    const fits = (wanted: string) =>
      [...wanted].every((letter, k) => {
        const character = text.charAt(start + k);
        const initial = initialOf(character);
        return initial === letter || (k === 0 && OTHER_READING.get(character) === letter);
      });
    const found = orders.find(fits);
    if (found !== undefined) return { start, end: start + found.length };
  }
  return undefined;
}

/** Whether the platform can read Chinese names. */
function readsPinyin(): boolean {
  return initialOf('中') === 'z';
}

/** The first sounds that a foreign name with this first letter may have in Chinese. */
const SOUNDS = new Map(
  Object.entries({
    a: 'ayeowh',
    b: 'bpw',
    c: 'kcxsqzgj',
    d: 'dtzj',
    e: 'ayewho',
    f: 'fhw',
    g: 'gjqzk',
    h: 'hxaeoy',
    i: 'yaew',
    j: 'jzqyhxr',
    k: 'kqjngc',
    l: 'l',
    m: 'm',
    n: 'nr',
    o: 'aowye',
    p: 'pbfs',
    q: 'kqj',
    r: 'lrj',
    s: 'sxzcqy',
    t: 'tdzsxqc',
    u: 'wyaeo',
    v: 'wfb',
    w: 'whfyl',
    x: 'xszjqhg',
    y: 'yje',
    z: 'zsqcjx',
  }),
);

/** Whether a Chinese word surely is not this foreign name, by their first sounds. */
function soundsOther(name: string, chinese: string): boolean {
  const letter = name.normalize('NFD').charAt(0).toLowerCase();
  const initial = initialOf(chinese.charAt(0));
  const sounds = SOUNDS.get(letter);
  return sounds !== undefined && initial !== '' && !sounds.includes(initial);
}

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A name of two foreign words, of which the second has at least its first character. */
const DOTTED = /(?<![·\p{Script=Han}]·)(\p{Script=Han}{1,6})·(?=(\p{Script=Han}))(?!\p{Script=Han}{1,8}·)/gu;
const FULL_NAME = /(?<!\p{L})(?=(\p{Lu}\p{Ll}{1,20}) (\p{Lu}\p{Ll}{1,20})(?!\p{L}))/gu;

/**
 * Finds Chinese names that surely are others on the two sides: names in pinyin whose syllables the Chinese text does
 * not have, and the only foreign name of a passage where its words begin with other sounds.
 */
export function chineseNameConflicts(claim: Passage, source: Passage): Conflict[] {
  const isChinese = HAN.test(claim.text);
  const [chinese, latin] = isChinese ? [claim, source] : [source, claim];
  if (
    !HAN.test(chinese.text) ||
    HAN.test(latin.text) ||
    KANA.test(chinese.index.source.text) ||
    !readsPinyin()
  )
    return [];
  const found = chinese.index.source.text.includes('·')
    ? soundConflicts(chinese, latin)
    : missingPinyin(chinese, latin);
  return found.map((span) =>
    isChinese ? { kind: 'name', claim: null, source: span } : { kind: 'name', claim: span, source: null },
  );
}

function missingPinyin(chinese: Passage, latin: Passage): Span[] {
  return findPinyin(latin.text)
    .filter((name) => placeOfPinyin(name, chinese.index.source.text) === undefined)
    .map(({ start, end }) => ({ start: latin.start + start, end: latin.start + end }));
}

function soundConflicts(chinese: Passage, latin: Passage): Span[] {
  // Every German noun has a capital.
  if (latin.index.source.language === 'de') return [];
  const [told, ...more] = chinese.text.matchAll(DOTTED);
  const pairs = [...latin.text.matchAll(FULL_NAME)];
  const last = pairs.at(-1);
  if (told === undefined || last === undefined || more.length > 0) return [];
  // Pairs that overlap belong to one name with its title: "Governor Ruth Calder".
  const isOneName = pairs.every((pair, at) => at === 0 || pair.index === endOfFirst(pairs[at - 1]) + 1);
  const isAlike = ([, first = '', second = '']: RegExpExecArray) =>
    // Only the last characters before the dot belong to the name.
    [...(told[1] ?? '')].some((character) => !soundsOther(first, character)) &&
    !soundsOther(second, told[2] ?? '');
  if (!isOneName || pairs.some(isAlike)) return [];
  const start = latin.start + last.index;
  return [{ start, end: endOfFirst(last) + latin.start + 1 + (last[2] ?? '').length }];
}

function endOfFirst(pair: RegExpExecArray | undefined): number {
  return pair === undefined ? Number.NaN : pair.index + (pair[1] ?? '').length;
}
