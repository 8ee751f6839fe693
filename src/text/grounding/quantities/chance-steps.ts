import { type Quantity } from '#text/grounding/quantities.ts';
import { explainsAnywhere, findStep, isAmount, isNear, isSameSort, matches, pairOf } from './explains.ts';
import {
  ANNOUNCED,
  announcedStep,
  changeStep,
  percentStep,
  type Step,
  type Surroundings,
  shareStep,
} from './steps.ts';

// A sum or difference with this many digits is hardly chance, wherever its values stand.
const TELLING_DIGITS = 3;
const LEAST_SHARE = 100;

// These words of a claim hint at a product or a quotient: "per plunge", "would come to".
const WORKED_OUT =
  /(?<!\p{L})(?:per|each|average|would|total|in all|altogether|together|zusammen|ensemble|juntos|je|pro|durchschnitt\p{L}{0,5}|würden?|insgesamt|par|chacune?|moyenne|serai(?:t|ent)|coûterai(?:t|ent)|au total|por|cada|promedio|media|costarían?|serían?|en total)(?!\p{L})|每|平均|あたり/iu;

/** Finds a step that no words announce. A number that follows so is neither found nor wrong. */
export function findChanceStep(stated: Quantity, where: Surroundings): Step | undefined {
  const { all, some, near, claim, text } = where;
  const product = productStep(stated, near, WORKED_OUT.test(claim));
  const isWorkedOut = WORKED_OUT.test(claim);
  if (isWorkedOut || (stated.kind === 'money' && stated.approximate === 'about')) {
    const sources = product ?? productStep(stated, termsOf(stated, all), true);
    if (sources !== undefined) return { sources, certainty: isWorkedOut ? 'likely' : 'chance' };
  }
  const announced = windowStep(all, (window) => announcedStep(stated, window, { ...where, passage: '' }));
  if (announced !== undefined) return { sources: announced, certainty: 'likely' };
  const sources =
    findStep(stated, all) ??
    dateStep(stated, all.slice(0, MOST_DATES), text) ??
    ageStep(stated, all) ??
    product ??
    scoreStep(stated, where) ??
    distantStep(stated, some) ??
    windowStep(all, (window) => percentStep(stated, window) ?? changeStep(stated, window)) ??
    windowStep(all, (window) => shareStep(stated, window)) ??
    wholeStep(stated, all) ??
    listStep(stated, where);
  if (sources !== undefined) return { sources, certainty: 'chance' };
  if (explainsAnywhere(stated, all, claim)) return { sources: [], certainty: 'likely' };
  return isAmount(stated) && SUMMED_UP.test(claim) ? { sources: [], certainty: 'chance' } : undefined;
}

// A claim with one of these words sums up more than rules can follow.
const SUMMED_UP =
  /(?<!\p{L})(?:total|altogether|in all|combined|on average|remain(?:s|ed|ing)?|insgesamt|zusammengenommen|im schnitt|durchschnittlich|übrig|restliche[nrs]?|au total|en tout|en moyenne|restent|restants?|en total|en conjunto|de media|en promedio|restantes?)(?!\p{L})|合计|总共|一共|平均|合計|合わせて/iu;

const MOST_TERMS = 16;

/** The first amounts of the stated sort and the first bare counts of a source. */
function termsOf(stated: Quantity, all: readonly Quantity[]): Quantity[] {
  const isCount = ({ kind, measure }: Quantity): boolean => kind === 'number' && measure === undefined;
  const amounts = all.filter((told) => isAmount(told) && !isCount(told) && isSameSort(stated, told));
  const counts = all.filter((told) => isAmount(told) && isCount(told));
  return [...amounts.slice(0, MOST_TERMS), ...counts.slice(0, MOST_TERMS)];
}

const MOST_WINDOWS = 300;
const LONGEST_WINDOW = 8;
const REACH = 300;

/** Finds a step between values that stand close together anywhere in the source. */
function windowStep(
  all: readonly Quantity[],
  find: (window: readonly Quantity[]) => Quantity[] | undefined,
): Quantity[] | undefined {
  for (let at = 0; at < Math.min(all.length, MOST_WINDOWS); at++) {
    const from = all[at]?.start ?? 0;
    const near = all.slice(at, at + LONGEST_WINDOW).filter(({ start }) => start - from <= REACH);
    const found = find(near.filter((told) => isAmount(told)).slice(0, 3));
    if (found !== undefined) return found;
  }
  return undefined;
}

const LONGEST_LIST = 12;
const LAST_OF_LIST = /(?<=[\p{L}\d)"”»])(?:, (?:and|or)|,? (?:and|or|und|oder|et|ou|y|e|o)) /gu;

/** Finds a sentence near by that may list as many things. */
function listStep({ kind, value, measure }: Quantity, { passage }: Surroundings): Quantity[] | undefined {
  if (kind !== 'number' || measure !== undefined || value > LONGEST_LIST) return undefined;
  const isList = passage.split(/(?<=[.;:!?])\s/u).some((sentence) => {
    const commas = sentence.split(', ').length - 1;
    return (sentence.match(LAST_OF_LIST) ?? []).length > 0 && (value === commas + 1 || value === commas + 2);
  });
  return isList ? [] : undefined;
}

/** Finds a percentage that leaves the stated one of the whole. */
function wholeStep({ kind, value }: Quantity, all: readonly Quantity[]): Quantity[] | undefined {
  if (kind !== 'percent') return undefined;
  const told = all.find((other) => other.kind === 'percent' && isNear(100 - other.value, value));
  return told && [told];
}

const SCORE = /(?<![\d.,:-])(\d{1,3})[-–:](\d{1,3})(?![.,:-]?\d)/gu;

/** Finds a score whose sum the claim announces: 54 goals in all for 28:26. */
function scoreStep(stated: Quantity, { claim, text }: Surroundings): Quantity[] | undefined {
  if (!ANNOUNCED.test(claim) || stated.kind !== 'number') return undefined;
  const told = [...text.matchAll(SCORE)].find(
    (match) => Number(match[1]) + Number(match[2]) === stated.value,
  );
  return told && [{ ...stated, start: told.index, end: told.index + told[0].length }];
}

/** Finds values anywhere that count the same or give a telling number: 27 points for 41 points and 14 points. */
function distantStep(stated: Quantity, some: readonly Quantity[]): Quantity[] | undefined {
  if (!isAmount(stated) || stated.kind === 'fraction') return undefined;
  return pairOf(some, (first, second) => {
    if (!isAmount(first)) return false;
    if (second.kind === 'fraction' || (second.kind === 'percent' && stated.kind !== 'percent')) {
      const share = second.kind === 'percent' ? second.value / 100 : second.value;
      return (
        share > 0 &&
        isSameSort(stated, first) &&
        (stated.digits > 1 || stated.value >= LEAST_SHARE) &&
        matches(stated, first, first.value * share)
      );
    }
    if (!isSameSort(first, second) || !isSameSort(stated, first)) return false;
    const isAlike =
      first.counted !== undefined && first.counted === second.counted && first.counted === stated.counted;
    if (!isAlike && stated.digits < TELLING_DIGITS) return false;
    const isBare = first.measure === undefined && second.measure === undefined;
    if (!isBare && first.measure?.unit !== second.measure?.unit) return false;
    return [first.value - second.value, first.value + second.value].some(
      (value) => value > 0 && matches({ ...stated, digits: stated.digits + 3 }, first, value),
    );
  });
}

/** Finds a year from which the stated years lead to about now: "over ninety years old", founded in 1931. */
function ageStep(
  { measure, value, approximate }: Quantity,
  all: readonly Quantity[],
): Quantity[] | undefined {
  if (measure?.unit !== 'year' || value < 10 || (approximate === undefined && value % 5 !== 0))
    return undefined;
  const told = all.find(({ kind, value: year, date }) => {
    const from = date?.year ?? (kind === 'number' ? year : 0);
    return from >= 1000 && from + value >= FIRST_NOW && from + value <= LAST_NOW;
  });
  return told && [told];
}

// The years in which a source without a date may have been written.
const FIRST_NOW = 2000;
const LAST_NOW = 2040;

/** Finds an amount and a number whose product or quotient it is: 33,600 euros for 160 people at 210 euros. */
function productStep(
  stated: Quantity,
  all: readonly Quantity[],
  isAnnounced = false,
): Quantity[] | undefined {
  if (!isAmount(stated) || stated.kind === 'fraction') return undefined;
  return pairOf(all, (amount, count) => {
    const isSpan = count.measure?.dimension === 'time' && count.value <= 366;
    const isCount = count.kind === 'number' && (count.measure === undefined || isSpan) && count.value > 1;
    if (isSameSort(stated, amount) && isCount && amount !== count)
      return (
        matches(stated, amount, amount.value * count.value) ||
        ((isAnnounced || stated.digits > 1) && matches(stated, amount, amount.value / count.value))
      );
    const isRate = stated.kind === 'number' && stated.measure === undefined && isSameSort(amount, count);
    return isRate && isAmount(amount) && count.value > 0 && isWhole(amount.value / count.value, stated.value);
  });
}

function isWhole(ratio: number, value: number): boolean {
  return value >= 2 && Math.abs(ratio - value) < 1e-9;
}

const NEXT_DAY =
  /(?<!\p{L})(?:(?:next|following|previous|rest) (?:day|morning|evening|night)|day (?:before|after|earlier|later)|tomorrow|yesterday|eve of|overnight|tags? (?:zuvor|darauf|danach|später)|(?:am )?(?:nächsten|folgenden) (?:tag|morgen|abend)|vortag|vorabend|morgen|gestern|lendemain|veille|demain|hier|día (?:siguiente|anterior)|víspera|mañana|ayer)(?!\p{L})|翌日|前日|昨日|明日|次日|第二天|昨天|明天|前一天/iu;
const MOST_DATES = 60;
const DAY = 86_400;

/** Finds dates or times that the stated one is counted from: four weeks before 7 June, 2029 from 2026 and 3½ years. */
function dateStep(stated: Quantity, all: readonly Quantity[], text: string): Quantity[] | undefined {
  const { measure, date, value } = stated;
  if (measure?.dimension === 'time')
    return pairOf(all, (from, to) => {
      const seconds = secondsBetween(from, to);
      if (seconds === undefined || seconds <= 0) return false;
      const slack = measure.unit === 'month' || measure.unit === 'year' ? 0.1 : 0.02;
      return (
        isNear(seconds, measure.base, slack) || (seconds >= DAY && isNear(seconds + DAY, measure.base, 0.01))
      );
    });
  const isYear = date === undefined ? stated.kind === 'number' : Object.keys(date).length === 1;
  const year = isYear && Number.isInteger(value) && value >= 1500 && value <= 2100 ? value : undefined;
  if (year !== undefined)
    return pairOf(all, (from, span) => {
      const start = from.date?.year ?? (from.kind === 'number' ? from.value : 0);
      const years = (span.measure?.dimension === 'time' ? span.measure.base : 0) / (DAY * 365.25);
      return years >= 0.4 && start >= 1000 && Math.abs(Math.abs(year - start) - years) <= 0.75;
    });
  const day = dayOf(stated);
  if (day === undefined) return undefined;
  const beside = all.filter((other) => isNear(Math.abs((dayOf(other) ?? 0) - day), 1));
  const isBetween = beside.some((other) => dayOf(other) !== dayOf(beside[0] ?? other));
  return beside.length > 0 && (isBetween || NEXT_DAY.test(text)) ? beside.slice(0, 2) : undefined;
}

const MONTH = 2_629_800;

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
