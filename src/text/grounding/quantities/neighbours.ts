import type { Approximation, Quantity } from './quantity.ts';
import words from './words.json' with { type: 'json' };

const RANGE =
  /^\s?(?:to|until|–|—|-|~|〜|～|bis|auf|à|a|al|hasta|até|tot|naar|до|至|到|から|降至|增至)\s?(?:US|A|C|HK)?[$€£¥]?$/iu;
const PAIR = /^\s?(?:and|or|und|oder|et|ou|y|o|e|en|of|и|或|和)\s?[$€£¥]?$/iu;
const PLUS = /^\s?(?:and |und |et |y |e |en )?$/iu;

/**
 * Joins numbers that belong together. In "from 9.8 to 5.1 million pounds" the first number gets the scale and
 * currency of the second. "Two hours and twenty minutes" becomes one duration.
 */
export function joinNeighbours(found: readonly Quantity[], text: string): Quantity[] {
  const joined: Quantity[] = [];
  for (let at = found.length - 1; at >= 0; at--) {
    const quantity = found[at];
    if (quantity === undefined) continue;
    const next = joined.at(-1);
    const gap =
      next === undefined || next.start - quantity.end > 12 ? undefined : text.slice(quantity.end, next.start);
    if (next === undefined || gap === undefined) joined.push(withOneHour(quantity, text, found[at - 1]?.end));
    else if (PLUS.test(gap) && isCompound(quantity, next)) joined.splice(-1, 1, sumOf(quantity, next));
    else if (gap === ' ' && isClockLike(quantity, next)) joined.splice(-1, 1, withMinutes(quantity, next));
    else if (RANGE.test(gap)) joined.push(sharing(quantity, next, text));
    else if (PAIR.test(gap)) joined.push(sharingKind(quantity, next));
    else joined.push(withOneHour(quantity, text, found[at - 1]?.end));
  }
  return joined.toReversed();
}

const ONE_HOUR = /(?<!\p{L})(?:an|one|une|eine|una) (?:hour|heure|stunde|hora)(?: and| et| und| y)? $/iu;

/** Adds the hour to the minutes of "an hour and fifty minutes". */
function withOneHour(quantity: Quantity, text: string, from = 0): Quantity {
  const { measure, start, value } = quantity;
  if (measure?.unit !== 'minute' || value >= 60) return quantity;
  const hour = ONE_HOUR.exec(text.slice(Math.max(from, start - 20), start));
  if (hour === null) return quantity;
  const base = measure.base + 3600;
  return {
    ...quantity,
    start: start - hour[0].length,
    value: base / 60,
    weak: false,
    digits: 3,
    measure: { ...measure, base },
  };
}

function isCompound(left: Quantity, right: Quantity): boolean {
  const pair = `${left.measure?.unit} ${right.measure?.unit}`;
  if (!Number.isInteger(left.value) || right.value >= 60) return false;
  return ['hour minute', 'minute second', 'year month', 'foot inch'].includes(pair);
}

/** Whether a bare number goes on a time in the smaller unit: "1 minute 15". */
function isClockLike({ measure, value }: Quantity, next: Quantity): boolean {
  const isTime = measure?.unit === 'minute' || measure?.unit === 'hour';
  return (
    isTime && Number.isInteger(value) && isBare(next) && next.value >= 10 && next.value < 60 && !next.weak
  );
}

function withMinutes(left: Quantity, right: Quantity): Quantity {
  if (left.measure === undefined) return left;
  const base = right.value * (left.measure.unit === 'hour' ? 60 : 1);
  return sumOf(left, { ...right, measure: { ...left.measure, base } });
}

function sumOf(left: Quantity, right: Quantity): Quantity {
  if (left.measure === undefined || right.measure === undefined) return left;
  const base = left.measure.base + right.measure.base;
  const size = left.measure.base / (left.value || 1);
  return {
    ...left,
    end: right.end,
    value: base / size,
    weak: false,
    digits: left.digits + right.digits,
    measure: { ...left.measure, base },
  };
}

function isBare({ kind, measure, currency, date }: Quantity): boolean {
  return kind === 'number' && measure === undefined && currency === undefined && date === undefined;
}

function sharing(left: Quantity, right: Quantity, text: string): Quantity {
  if (right.date?.day !== undefined && isBare(left) && left.value >= 1 && left.value <= 31)
    return { ...left, kind: 'date', date: { ...right.date, day: left.value } };
  const scale = scaleOf(right, text);
  const open = left.kind === 'money' || isBare(left);
  const scaled = scale > 1 && open && left.value < 1000 && scaleOf(left, text) === 1;
  return sharingKind(scaled ? { ...left, value: Number((left.value * scale).toPrecision(15)) } : left, right);
}

/** Finds the scale by which the written digits were multiplied. */
function scaleOf({ value, start, end }: Quantity, text: string): number {
  const digits = /[\d.,]+/.exec(text.slice(start, end))?.[0].replace(/[.,]$/, '');
  if (digits === undefined) return 1;
  const written = Math.abs(Number(digits.replace(',', '.')));
  if (!Number.isFinite(written) || written === 0) return 1;
  const scale = Math.abs(value) / written;
  return [1e3, 1e4, 1e6, 1e8, 1e9, 1e12].find((size) => Math.abs(scale / size - 1) < 1e-6) ?? 1;
}

// A larger number before a percentage is an amount: "a loan of 5 million at 2 percent".
const MOST_PERCENT = 1000;

function sharingKind(left: Quantity, right: Quantity): Quantity {
  if (!isBare(left)) return left;
  if (right.kind === 'percent') return left.value < MOST_PERCENT ? { ...left, kind: 'percent' } : left;
  if (right.kind === 'money')
    return { ...left, kind: 'money', ...(right.currency === undefined ? {} : { currency: right.currency }) };
  if (right.kind === 'number' && right.measure !== undefined && right.value !== 0) {
    const base = (right.measure.base / right.value) * left.value;
    return { ...left, measure: { ...right.measure, base } };
  }
  return left;
}

const AFTER: Readonly<Record<Approximation, RegExp>> = {
  over: /^\s?(?:多|余|餘|以上|超|or more\b|oder mehr\b|ou plus\b|o más\b)/u,
  almost: /^(?:近く|弱)/u,
  under: /^\s?(?:以下|以内|未満|or less\b|or fewer\b)/u,
  about: /^\s?(?:左右|上下|前後|ほど|程度|or so\b)/u,
};
const KINDS = ['about', 'almost', 'over', 'under'] as const;

const BEFORE: ReadonlyMap<string, Approximation> = new Map(
  KINDS.flatMap((kind) =>
    `${words.hedges[kind]}|${words.eastAsianHedges[kind]}`
      .split('|')
      .map((hedge): [string, Approximation] => [hedge, kind]),
  ),
);

/** The last words of all hedges. Most words before a number are not among them, so this test is quick. */
const LAST_WORDS: ReadonlySet<string> = new Set(
  [...BEFORE.keys()].map((words) => words.split(' ').at(-1) ?? ''),
);

const NOT_WORD = /[^\p{L}']+/u;
const LONGEST = 24;
const EAST_ASIAN_END = /[\u3040-\u30ff\u3400-\u9fff]\s?$/u;

/** Finds the hedge directly before or behind a number. */
export function hedgeAt(text: string, start: number, end: number): Approximation | undefined {
  return (
    hedgeBefore(text.slice(Math.max(0, start - LONGEST), start)) ?? hedgeBehind(text.slice(end, end + 10))
  );
}

function hedgeBefore(before: string): Approximation | undefined {
  if (EAST_ASIAN_END.test(before)) {
    const tight = before.trimEnd();
    for (let length = 5; length > 0; length--) {
      const hedge = BEFORE.get(tight.slice(-length));
      if (hedge !== undefined) return hedge;
    }
    return undefined;
  }
  if (!before.endsWith(' ')) return undefined;
  const lower = before.toLowerCase();
  return (
    lookUp(lower) ??
    (/ (?:the|an?|eine[mnrs]?|une?|una|les|los|las|de|di) $/.test(lower)
      ? lookUp(lower.replace(/(?<!\S)\S+ $/, ''))
      : undefined)
  );
}

/** Finds the longest hedge of up to three words at the end. */
function lookUp(before: string): Approximation | undefined {
  const plain = before.trimEnd().replaceAll('’', "'");
  if (!LAST_WORDS.has(lastWordOf(plain))) return undefined;
  const words = plain.split(NOT_WORD);
  for (let count = 3; count > 0; count--) {
    const hedge = BEFORE.get(words.slice(-count).join(' '));
    if (hedge !== undefined) return hedge;
  }
  return undefined;
}

function lastWordOf(text: string): string {
  let from = text.length;
  for (;;) {
    const code = text.charCodeAt(from - 1);
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) from--;
    else if (code === 0x27) from--;
    else if (code >= 0x80) return text.split(NOT_WORD).at(-1) ?? '';
    else return text.slice(from);
  }
}

function hedgeBehind(after: string): Approximation | undefined {
  if (!/^\s?[\u3040-\u30ff\u3400-\u9fffo]/u.test(after)) return undefined;
  return KINDS.find((kind) => AFTER[kind].test(after));
}
