import { type NumberLanguage, numberLanguage, parseChineseNumeral } from '#text/grounding/number-words.ts';
import { withSuffix } from './find-digits.ts';
import { type Quantity, type Scan, take } from './quantity.ts';
import { readSuffix } from './units.ts';

type Token = { lower: string; start: number; end: number };
type Run = {
  total: number;
  current: number;
  start: number;
  end: number;
  first: string;
  last: string;
  count: number;
};

const LETTERS = /\p{L}+/uy;
const AMBIGUOUS = new Set(['neuf', 'sei', 'acht', 'null', 'cent', 'mil', 'mille']);

/** What stands behind the number in a German adjective such as "dreieinhalbjährigem". It is read as a unit. */
const SPAN_ADJECTIVE = /(?<=.{3})(?:jähr|monat|wöch|täg|stünd|minüt)ig(?:e[mnrs]?)?$/;

/** Finds numbers in words: "twenty-five", "vierundzwanzig", "quatre-vingt-dix", "doscientos". */
export function findWords(scan: Scan): void {
  const language = numberLanguage(scan.language) ?? numberLanguage('en');
  if (language === undefined || !/\p{Script=Latin}|\p{Script=Cyrillic}/u.test(scan.text)) return;
  const { atoms, scales, ordinals, compound, joiner } = language;
  const beginnings = beginningsOf(language);
  let run: Run | undefined;
  let pending: Token | undefined;
  const close = (): void => {
    if (run !== undefined) push(scan, run, false);
    run = undefined;
    pending = undefined;
  };
  const { text } = scan;
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfLetters(text, from);
    if (to === from) {
      to++;
      continue;
    }
    // Most words are no number and follow none. For most of them the first letter is enough to tell.
    const isFree = run === undefined && compound === undefined;
    if (isFree && !mayBegin(beginnings, text.charCodeAt(from), to - from)) continue;
    const lower = text.slice(from, to).toLowerCase();
    if (isFree && !beginnings.words.has(lower)) continue;
    const head = scan.language === 'de' ? lower.replace(SPAN_ADJECTIVE, '') : lower;
    const token = { lower: head, start: from, end: from + head.length };
    const joined = run !== undefined && follows(scan.text, pending?.end ?? run.end, token.start);
    if (run !== undefined && !joined) close();
    if (run !== undefined && pending === undefined && token.lower === joiner) {
      pending = token;
      continue;
    }
    const atom = atoms.get(token.lower) ?? (compound === undefined ? undefined : compoundOf(token, compound));
    const scale = scales.get(token.lower);
    const ordinal = ordinals.get(token.lower);
    if (atom !== undefined) {
      const added = run === undefined ? undefined : addAtom(run.current, atom, token.lower);
      if (run === undefined || added === undefined) {
        close();
        run = started(token, atom);
      } else run = { ...run, current: added, end: token.end, last: token.lower, count: run.count + 1 };
      pending = undefined;
    } else if (scale !== undefined && (run === undefined || pending === undefined)) {
      run = scaled(run ?? started(token, 0), scale, token);
    } else if (ordinal !== undefined) {
      if (run !== undefined && run.current % 10 === 0 && ordinal < 10) {
        run = { ...run, current: run.current + ordinal, end: token.end };
        push(scan, run, true);
        run = undefined;
      } else {
        close();
        push(scan, started(token, ordinal), true);
      }
      pending = undefined;
    } else close();
  }
  close();
}

/** Finds where the letters that start here end, or the same place if there is no letter. */
function endOfLetters(text: string, from: number): number {
  let end = from;
  for (;;) {
    const code = text.charCodeAt(end);
    if (isAsciiLetter(code)) end++;
    else if (code < 0x80 || Number.isNaN(code)) return end;
    else {
      LETTERS.lastIndex = end;
      return end + (LETTERS.exec(text)?.[0].length ?? 0);
    }
  }
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

interface Beginnings {
  words: ReadonlySet<string>;
  /** For each lower-case ASCII letter, the length of the longest word that starts with it. */
  longest: Uint8Array;
}

/**
 * Whether a word may be among the beginnings. Its length is tested before lowercasing, which never makes a word
 * shorter.
 */
function mayBegin({ longest }: Beginnings, first: number, length: number): boolean {
  return first >= 0x80 || length <= (longest[first | 0x20] ?? 0);
}

const known = new WeakMap<NumberLanguage, Beginnings>();

/** All words of a language that a number can begin with, except compounds. */
function beginningsOf(language: NumberLanguage): Beginnings {
  const found = known.get(language);
  if (found !== undefined) return found;
  const words = new Set([...language.atoms.keys(), ...language.scales.keys(), ...language.ordinals.keys()]);
  const longest = new Uint8Array(0x80);
  for (const word of words) {
    const first = word.charCodeAt(0);
    if (first < 0x80) longest[first] = Math.max(longest[first] ?? 0, word.length);
  }
  const beginnings = { words, longest };
  known.set(language, beginnings);
  return beginnings;
}

function started({ start, end, lower }: Token, current: number): Run {
  return { total: 0, current, start, end, first: lower, last: lower, count: 1 };
}

function scaled(run: Run, scale: number, { end, lower }: Token): Run {
  const small = scale === 100 || scale === 12;
  const amount = (run.current || 1) * scale;
  return {
    ...run,
    total: small ? run.total : run.total + amount,
    current: small ? amount : 0,
    end,
    last: lower,
    count: run.start === end - lower.length ? 1 : run.count + 1,
  };
}

/**
 * Adds a number word to the current number. "Twenty" takes "four"; "five" takes nothing, so "five two" are two
 * numbers.
 */
function addAtom(current: number, atom: number, word: string): number | undefined {
  if (current % 100 === 4 && /^vingts?$/.test(word)) return current - 4 + 80;
  if (current === 0) return atom;
  if (current % 100 === 0 && atom < 100) return current + atom;
  const tens = current % 100;
  if (tens % 10 === 0 && tens >= 20 && atom < 10) return current + atom;
  if ((tens === 60 || tens === 80) && atom >= 10 && atom < 20) return current + atom;
  if ((tens === 10 || tens === 70 || tens === 90) && atom >= 7 && atom < 10) return current + atom;
  return undefined;
}

function compoundOf({ lower }: Token, compound: (word: string) => number | undefined): number | undefined {
  if (lower.length < 6 || lower.length > 45) return undefined;
  return /und|halb|hundert|tausend|[eë]n|honderd|duizend|cento|mila/.test(lower)
    ? compound(lower)
    : undefined;
}

function follows(text: string, from: number, to: number): boolean {
  return to - from === 1 && /[\s\-‑]/.test(text.charAt(from));
}

function push(scan: Scan, run: Run, ordinal: boolean): void {
  const { text, language } = scan;
  const value = run.total + run.current;
  if (run.count === 1 && run.first.endsWith('s') && value >= 100 && language === 'en') return;
  if (/^(?:cent|ciento|cento)$/.test(run.first) && /(?:pour|por|per)\s$/i.test(before(text, run.start)))
    return;
  const suffix = readSuffix({ text, at: run.end, language, money: false });
  const quantity = withSuffix({ value, start: run.start, end: run.end }, ordinal ? NOTHING : suffix);
  take(scan, {
    ...quantity,
    kind: ordinal ? 'ordinal' : quantity.kind,
    weak:
      quantity.value <= 3 ||
      (ordinal && value <= 3) ||
      (run.count === 1 && AMBIGUOUS.has(run.first) && quantity.kind === 'number'),
    digits: value < 100 ? String(value).length : 1,
    ...(run.count === 1 && ROUND.test(run.first) && { approximate: 'about' as const }),
  });
}

/** Words for about so many: "une trentaine". */
const ROUND =
  /^(?:huit|dix|douz|quinz|vingt|trent|quarant|cinquant|soixant|cent)aines?$|^(?:dec|vein|trein)tenas?$|^decenas?$/;

const NOTHING = { length: 0, factor: 1, rest: 0, percent: false, ordinal: true };

function before(text: string, at: number): string {
  return text.slice(Math.max(0, at - 6), at);
}

const NUMERAL = /(?<percent>百分之)?(?<ordinal>第)?(?<numeral>[〇零一二两兩三四五六七八九十百千万萬亿億]+)/gu;
const PERCENT = /百分之(?<digits>\d{1,12}(?:\.\d{1,12})?)/gu;
const COUNTER =
  /^\s?[多余餘几幾]?([年月日号號点點分人名位个個元岁歲届屆次场場时時秒米国國家件项項条條层層座只艘辆輛块塊强強倍度票副台本枚匹頭羽冊隻種种句部所])/u;
// 一 is a number only before a counter: in 一名, but not in 一直, 一些 or 统一.
const COUNTED_ONE =
  /^(?:名|位|个|個|人|家|座|辆|輛|艘|次|件|项|項|条|條|票|副|台|枚|成|半|周|年|月|天|小时|小時|公里|米|つ|本)/u;

/** Finds numbers in Chinese characters, and digits behind 百分之. */
export function findChinese(scan: Scan): void {
  const { text, language } = scan;
  for (const match of text.matchAll(PERCENT)) {
    const value = Number(match.groups?.digits);
    const end = match.index + match[0].length;
    take(scan, {
      value,
      start: match.index,
      end,
      kind: 'percent',
      weak: false,
      digits: String(value).length,
    });
  }
  for (const match of text.matchAll(NUMERAL)) {
    const { percent, ordinal, numeral = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const value = parseChineseNumeral(numeral);
    if (value === undefined || !/[一二两兩三四五六七八九十]/.test(numeral)) continue;
    if (numeral === '一' && ordinal === undefined && !COUNTED_ONE.test(text.slice(end, end + 2))) continue;
    if (numeral === '十' && /^分(?![之の])/.test(text.slice(end, end + 2))) continue;
    const suffix = readSuffix({ text, at: end, language, money: false });
    const quantity = withSuffix({ value, start: match.index, end }, suffix);
    if (percent !== undefined) quantity.kind = 'percent';
    else if (ordinal !== undefined) quantity.kind = 'ordinal';
    take(scan, { ...quantity, weak: numeral.length === 1 && quantity.kind !== 'percent' });
  }
}

/** Adds the counter behind a number in Chinese or Japanese text. */
export function addCounter(quantity: Quantity, text: string): void {
  const { kind, measure, currency, end, value } = quantity;
  if (kind === 'date' || kind === 'fraction' || measure !== undefined || currency !== undefined) return;
  const unit = COUNTER.exec(text.slice(end, end + 3))?.[1];
  if (unit === undefined) return;
  quantity.unit = unit === '号' || unit === '號' ? '日' : unit;
  if (unit === '年' && value < 1000 && kind === 'number')
    quantity.measure = { dimension: 'time', base: value * 31_557_600, unit: 'year' };
}
