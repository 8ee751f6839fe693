import type { TimeSpan } from '#text/questions/score-pool.ts';

const dayMs = 24 * 60 * 60 * 1000;
const maxCharacters = 2000;
const maxSpans = 12;
/** A date without a year may be in any of this many years. */
const yearsBack = 5;
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
const shortMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Words that may stand between the parts of a date. */
const joining = new Set(['st', 'nd', 'rd', 'th', 'of', 'the', 'de', 'del', 'do']);
/** Words that mark a following month without a day or year as one, because "may" and "march" have other meanings. */
const before = new Set([
  'in',
  'im',
  'en',
  'em',
  'since',
  'during',
  'last',
  'this',
  'seit',
  'depuis',
  'desde',
]);
const token = /\p{L}+|\d+/gu;
const isoDay = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g;
const chineseDay = /(\d{4})年(\d{1,2})月(?:(\d{1,2})[日号號])?/g;
const ago = /\b(\d{1,3}|an?|one|two|three|four|five|six) (day|week|month|year)s? ago\b/gi;
const named = /\b(today|yesterday|(?:last|past|this) (?:week|month|year))\b/gi;
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];
const unitDays = new Map(Object.entries<number>({ day: 1, week: 7, month: 30, year: 365 }));

let months: Map<string, number> | undefined;

/** The days, months and relative times that a question names, in UTC. At most twelve. */
export function readTimes(question: string, now: number): TimeSpan[] {
  const text = question.slice(0, maxCharacters);
  const spans = [...readWritten(text), ...readMonths(text, now), ...readRelative(text, now)];
  return spans.filter(({ from }) => from <= now).slice(0, maxSpans);
}

function readWritten(text: string): TimeSpan[] {
  return [...text.matchAll(isoDay), ...text.matchAll(chineseDay)].flatMap(([, year, month, day]) =>
    spanOf(Number(year), Number(month) - 1, day === undefined ? null : Number(day)),
  );
}

function readMonths(text: string, now: number): TimeSpan[] {
  const tokens = (text.match(token) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !joining.has(word));
  const thisYear = new Date(now).getUTCFullYear();
  return tokens.flatMap((word, at) => {
    const month = monthOf(word);
    if (month === undefined) return [];
    const next = tokens[at + 1] ?? '';
    const dayBefore = dayOf(tokens[at - 1] ?? '');
    const day = dayBefore ?? dayOf(next);
    const year = yearOf(dayBefore === null && day !== null ? (tokens[at + 2] ?? '') : next);
    if (day === null && year === null && !before.has(tokens[at - 1] ?? '')) return [];
    if (year !== null) return spanOf(year, month, day);
    return Array.from({ length: yearsBack }, (_, past) => spanOf(thisYear - past, month, day)).flat();
  });
}

function readRelative(text: string, now: number): TimeSpan[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const since = (days: number, length: number) => ({
    from: today - days * dayMs,
    to: today - (days - length) * dayMs,
  });
  return [
    ...[...text.matchAll(ago)].map(([, count = '', unit = '']) => {
      const days = countOf(count.toLowerCase()) * (unitDays.get(unit.toLowerCase()) ?? 1);
      // The longer ago, the less exact the span.
      const around = Math.ceil(days / 6);
      return since(days + around, 1 + 2 * around);
    }),
    ...[...text.matchAll(named)].map(([said]) => {
      const [first = '', unit = ''] = said.toLowerCase().split(' ');
      if (first === 'today') return since(0, 1);
      if (first === 'yesterday') return since(1, 1);
      const days = unitDays.get(unit) ?? 1;
      // Covers both meanings: the week before this one, and the last seven days.
      return first === 'last' ? since(2 * days, 2 * days) : since(days, days + 1);
    }),
  ];
}

function countOf(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  return Math.max(1, numbers.indexOf(word));
}

function monthOf(word: string): number | undefined {
  months ??= readMonthNames();
  return months.get(word);
}

function readMonthNames(): Map<string, number> {
  const names = new Map<string, number>(shortMonths.map((name, month) => [name, month]));
  names.set('sept', 8);
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month += 1)
      names.set(format.format(Date.UTC(2024, month, 15)).toLowerCase(), month);
  }
  return names;
}

function dayOf(word: string): number | null {
  const day = /^\d{1,2}$/.test(word) ? Number(word) : 0;
  return day >= 1 && day <= 31 ? day : null;
}

function yearOf(word: string): number | null {
  return /^(?:19|20)\d\d$/.test(word) ? Number(word) : null;
}

/** The span of a day or of a whole month. Empty if the month does not exist. */
function spanOf(year: number, month: number, day: number | null): TimeSpan[] {
  if (month < 0 || month > 11) return [];
  const from = Date.UTC(year, month, day ?? 1);
  return [{ from, to: day === null ? Date.UTC(year, month + 1, 1) : from + dayMs }];
}
