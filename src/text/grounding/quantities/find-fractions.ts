import { parseChineseNumeral } from '#text/grounding/number-words.ts';
import { type Scan, take } from './quantity.ts';
import words from './words.json' with { type: 'json' };

const PHRASES = new Map(Object.entries(words.shares));

const HALF = /一半|半数|半數|半分(?!之)|過半数/gu;
const PART =
  /(?<below>\d{1,3}|[一二三四五六七八九十]{1,3})分[之の](?<above>\d{1,3}|[一二三四五六七八九十]{1,3})/gu;
const TIMES =
  /(?<times>\d{1,4}(?:\.\d{1,3})?|[一二两兩三四五六七八九十百]{1,4})[倍]|(?<double>翻番|翻一番|倍増)/gu;
const cache = new Map<string, { pattern: RegExp; values: number[] }>();

/** Finds shares and multiples: "half", "two thirds", 三分之一, "twice", 两倍. */
export function findFractions(scan: Scan): void {
  const { pattern, values } = phrasesOf(scan.language);
  for (const match of scan.text.matchAll(pattern)) {
    const which = match.slice(1).findIndex((group) => group !== undefined);
    push(scan, match, values[which] ?? 0);
  }
  if (!/[半分倍番]/u.test(scan.text)) return;
  for (const match of scan.text.matchAll(PART)) {
    const above = numeral(match.groups?.above);
    const below = numeral(match.groups?.below);
    if (below !== undefined && below > 1 && above !== undefined && above < below)
      push(scan, match, above / below);
  }
  for (const match of scan.text.matchAll(HALF)) push(scan, match, 0.5);
  for (const match of scan.text.matchAll(TIMES)) {
    const times = match.groups?.double === undefined ? numeral(match.groups?.times) : 2;
    if (times !== undefined && times > 0) push(scan, match, times);
  }
}

function phrasesOf(language: string): { pattern: RegExp; values: number[] } {
  const code = PHRASES.has(language) ? language : 'en';
  let known = cache.get(code);
  if (known === undefined) {
    const phrases = PHRASES.get(code) ?? [];
    const source = phrases.map((phrase) => `(${phrase.words})`).join('|');
    known = {
      pattern: new RegExp(`(?<![\\p{L}\\d])(?:${source})(?!\\p{L})`, 'giu'),
      values: phrases.map(({ value }) => {
        const [above = 0, below = 1] = value.split('/').map(Number);
        return above / below;
      }),
    };
    cache.set(code, known);
  }
  return known;
}

function push(scan: Scan, match: RegExpMatchArray, value: number): void {
  const start = match.index ?? 0;
  take(scan, { value, start, end: start + match[0].length, kind: 'fraction', weak: true, digits: 1 });
}

function numeral(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[\d.]+$/.test(text) ? Number(text) : parseChineseNumeral(text);
}
