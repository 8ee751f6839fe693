import { isNear, pairOf } from './explains.ts';
import type { DateParts, Quantity } from './quantity.ts';
import type { Surroundings } from './steps.ts';

/** These words name a day beside another one, or beside today. */
export const NEXT_DAY =
  /(?<!\p{L})(?:today|tonight|heute|aujourd|hoy|(?:next|following|previous|rest) (?:day|morning|evening|night)|day (?:before|after|earlier|later)|tomorrow|yesterday|eve of|overnight|tags? (?:zuvor|darauf|danach|später)|(?:am )?(?:nächsten|folgenden) (?:tag|morgen|abend)|vortag|vorabend|morgen|gestern|lendemain|veille|demain|hier|día (?:siguiente|anterior)|víspera|mañana|ayer)(?!\p{L})|今日|今天|翌日|前日|昨日|明日|次日|第二天|昨天|明天|前一天/iu;
// A claim with one of these words may count a span between two dates, which is then rounded.
const BETWEEN =
  /(?<!\p{L})(?:after|before|later|earlier|between|since|from|until|ago|nach|vor|später|früher|zwischen|seit|bis|zuvor|danach|après|avant|plus t(?:ard|ôt)|entre|depuis|después|antes|más tarde|desde|tras)(?!\p{L})|后|後|前|距|间|間|以来|から/iu;
const MOST_DATES = 60;
const DAY = 86_400;
const MONTH = 2_629_800;
const YEAR_DAYS = 365.25;
const REACH = 300;
const SENTENCE_END = /[.!?]\s|[。！？\n]/u;

/** Finds dates or times that the stated one is counted from: four weeks before 7 June, 2029 from 2026 and 3½ years. */
export function dateStep(stated: Quantity, where: Surroundings): Quantity[] | undefined {
  const all = where.all.slice(0, MOST_DATES);
  if (stated.measure?.dimension === 'time') return spanStep(stated, all, BETWEEN.test(where.claim));
  const counted = countedFrom(stated, all, where);
  const day = dayOf(stated);
  if (counted !== undefined) return counted;
  const beside = besidePart(stated, all);
  if (beside !== undefined || day === undefined) return beside;
  const days = all.filter((other) => isNear(Math.abs((dayOf(other) ?? 0) - day), 1));
  const isBetween = days.some((other) => dayOf(other) !== dayOf(days[0] ?? other));
  return days.length > 0 && (isBetween || NEXT_DAY.test(where.text)) ? days.slice(0, 2) : undefined;
}

// "The end of September" may be told for "before 1 October".
const BESIDE_PART = 8;

/** Finds a day just beside the stated part of a month. */
function besidePart({ date }: Quantity, all: readonly Quantity[]): Quantity[] | undefined {
  const middle = date?.part === undefined ? undefined : middleOf({ ...date, year: 0 });
  if (middle === undefined) return undefined;
  const told = all.find((other) => {
    const day = dayOf(other);
    return day !== undefined && Math.abs(day - middle) <= BESIDE_PART;
  });
  return told && [told];
}

/** Finds two dates or times that the stated span lies between. */
function spanStep(stated: Quantity, all: readonly Quantity[], isRounded: boolean): Quantity[] | undefined {
  const { measure, value } = stated;
  if (measure === undefined || value <= 0) return undefined;
  const slack = measure.unit === 'month' || measure.unit === 'year' ? 0.1 : 0.02;
  return pairOf(all, (from, to) => {
    const seconds = secondsBetween(from, to);
    if (seconds === undefined || seconds <= 0) return false;
    if (isNear(seconds, measure.base, slack)) return true;
    if (seconds >= DAY && isNear(seconds + DAY, measure.base, 0.01)) return true;
    return isRounded && measure.base > DAY && isRoundedTo(stated, (seconds / measure.base) * value);
  });
}

/** Whether an exact span may be told in whole units: "more than five weeks" for 38 days. */
function isRoundedTo({ value, approximate }: Quantity, exact: number): boolean {
  if (approximate === 'over') return exact > value && exact <= value + 1;
  if (approximate === 'almost' || approximate === 'under') return exact < value && exact >= value - 1;
  return Math.abs(exact - value) <= 0.5;
}

const AGE = /[岁歲歳]|old(?!\p{L})/iu;

/** Finds a date and a span that lead to the stated date or year. The span stands with that date or in the passage. */
function countedFrom(
  stated: Quantity,
  all: readonly Quantity[],
  { near, text }: Surroundings,
): Quantity[] | undefined {
  const dates = all.filter((from) => isStart(from));
  const opening = dates.find(({ date }) => date?.year !== undefined);
  const isSpan = ({ measure, start, end }: Quantity): boolean =>
    measure?.dimension === 'time' && measure.base >= DAY && !AGE.test(text.slice(start, end + 4));
  const find = (starts: readonly Quantity[], spans: readonly Quantity[], isBound: boolean) => {
    for (const from of starts)
      for (const span of spans)
        if (leadsTo(stated, from, span) && !(isBound && isApart(from, span, text))) return [from, span];
    return undefined;
  };
  const nearDates = near.filter((from) => isStart(from));
  return (
    find([...nearDates, ...(opening ? [opening] : [])], near.filter(isSpan), false) ??
    find(dates, all.filter(isSpan), true)
  );
}

function isStart({ date, kind, value }: Quantity): boolean {
  return date?.year !== undefined || date?.month !== undefined || (kind === 'number' && value >= 1000);
}

function isApart(from: Quantity, span: Quantity, text: string): boolean {
  const [first, last] = from.start < span.start ? [from, span] : [span, from];
  return last.start - first.end > REACH || SENTENCE_END.test(text.slice(first.end, last.start));
}

function leadsTo(stated: Quantity, from: Quantity, span: Quantity): boolean {
  const days = (span.measure?.base ?? 0) / DAY;
  const [end, start] = [middleOf(stated.date), middleOf(from.date)];
  if (end === undefined) {
    const isYear =
      stated.date === undefined ? stated.kind === 'number' : Object.keys(stated.date).length === 1;
    const [year, first] = [yearOf(stated), yearOf(from)];
    if (!isYear || year === undefined || first === undefined || days < 0.4 * YEAR_DAYS) return false;
    return Math.abs(Math.abs(year - first) - days / YEAR_DAYS) <= 0.75;
  }
  if (start === undefined) return false;
  const distance = Math.abs(end - start);
  const isDated = stated.date?.year !== undefined && from.date?.year !== undefined;
  const apart = isDated ? [distance] : [distance % YEAR_DAYS, YEAR_DAYS - (distance % YEAR_DAYS)];
  if (!isDated && days > YEAR_DAYS) return false;
  const rough = span.approximate === undefined ? 0 : Math.min(days * 0.1, MOST_ROUGH);
  return apart.some((length) => Math.abs(length - days) <= slackOf(stated) + rough);
}

// A hedged span leads to dates that are off by at most this many days.
const MOST_ROUGH = 5;

/** By how many days a date that is counted from another one may be off. */
function slackOf({ date }: Quantity): number {
  if (date?.day !== undefined) return 1.5;
  return date?.part === undefined ? 16 : 7;
}

const YEARS = { first: 1500, last: 2100 };

function yearOf({ date, kind, value }: Quantity): number | undefined {
  const year = date === undefined ? value : date.year;
  if (kind !== 'date' && kind !== 'number') return undefined;
  return year !== undefined && Number.isInteger(year) && year >= YEARS.first && year <= YEARS.last
    ? year
    : undefined;
}

const PART_DAYS = { start: 5, mid: 15, end: 25 };

/** The day in the middle of a date, counted from the year 0 or, without a year, from January. */
function middleOf(date: DateParts | undefined): number | undefined {
  if (date?.month === undefined) return undefined;
  const day = date.day ?? PART_DAYS[date.part ?? 'mid'];
  return (date.year ?? 0) * YEAR_DAYS + (DAYS_BEFORE_MONTH[date.month - 1] ?? 0) + day - 1;
}

function secondsBetween(from: Quantity, to: Quantity): number | undefined {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first !== undefined && last !== undefined) return (last - first) * DAY;
  const isMonths = from.date?.day === undefined && to.date?.day === undefined;
  if (isMonths && from.date?.month !== undefined && to.date?.month !== undefined)
    return (to.date.month - from.date.month + 1) * MONTH;
  if (from.date?.hour === undefined || to.date?.hour === undefined) return undefined;
  const minutes = (to.date.hour - from.date.hour) * 60 + (to.date.minute ?? 0) - (from.date.minute ?? 0);
  return minutes * 60;
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** The number of a day and month in a year without a leap day. */
function dayOf({ date }: Quantity): number | undefined {
  if (date?.day === undefined || date.month === undefined) return undefined;
  return (DAYS_BEFORE_MONTH[date.month - 1] ?? 0) + date.day - 1;
}
