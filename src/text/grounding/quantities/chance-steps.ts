import { type Quantity } from '#text/grounding/quantities.ts';
import { dateStep } from './date-steps.ts';
import { explainsAnywhere, findStep, isAmount, isNear, isSameSort, matches, pairOf } from './explains.ts';
import {
  ANNOUNCED,
  announcedStep,
  changeStep,
  counterpartStep,
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
  const { all, some, near, claim, passage, others } = where;
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
    dateStep(stated, where) ??
    ageStep(stated, all) ??
    product ??
    scoreStep(stated, where) ??
    distantStep(stated, some) ??
    windowStep(all, (window) => percentStep(stated, window) ?? changeStep(stated, window)) ??
    windowStep(all, (window) => shareStep(stated, window) ?? counterpartStep(stated, window, others)) ??
    wholeStep(stated, all) ??
    listStep(stated, where) ??
    exactShareStep(stated, where) ??
    repeatedStep(stated, where) ??
    basketStep(stated, where);
  if (sources !== undefined) return { sources, certainty: 'chance' };
  if (explainsAnywhere(stated, all, claim)) return { sources: [], certainty: 'likely' };
  const [sum] = SUMMED_UP.exec(claim) ?? [];
  // What the passage calls an average or a total is repeated rather than worked out.
  const isRepeated = sum !== undefined && passage.toLowerCase().includes(sum.toLowerCase());
  return isAmount(stated) && sum !== undefined && !isRepeated
    ? { sources: [], certainty: 'chance' }
    : undefined;
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

/** Finds a part in the passage and its whole anywhere, of which the part is exactly the stated share. */
function exactShareStep({ kind, value }: Quantity, { near, some }: Surroundings): Quantity[] | undefined {
  const share = kind === 'percent' ? value / 100 : value;
  if ((kind !== 'percent' && kind !== 'fraction') || share >= 1) return undefined;
  for (const part of near) {
    if (!isAmount(part) || part.kind === 'percent' || part.kind === 'fraction' || part.weak) continue;
    const whole = some.find((other) => isSameSort(part, other) && isNear(part.value / other.value, share));
    if (whole !== undefined) return [part, whole];
  }
  return undefined;
}

// An amount with one of these words comes again and again: 600 euros a month, so many for each.
const RATE =
  /(?<!\p{L})(?:per|each|every|(?<!\p{L})an? (?:hour|day|week|month|year)|pro|je|jede[nmrs]?|par|chaque|chacune?|por|cada|al)(?!\p{L})|[每毎]|ごと|につき|あたり/iu;
const RATE_BEFORE = 12;
const RATE_BEHIND = 24;
const MOST_TIMES = 12;

/** Finds an amount of the passage that the stated one is twice or half of, or a rate that it is a multiple of. */
function repeatedStep(stated: Quantity, { near, text }: Surroundings): Quantity[] | undefined {
  if (stated.kind !== 'money' && stated.measure === undefined) return undefined;
  const told = near.find((amount) => {
    if (!isAmount(amount) || amount.value === 0 || !isSameSort(stated, amount)) return false;
    if (stated.kind === 'number' && stated.measure?.unit !== amount.measure?.unit) return false;
    const times = stated.value / amount.value;
    if (isNear(times, 0.5, 1e-9)) return true;
    if (!isWhole(times, Math.round(times)) || times > MOST_TIMES) return false;
    const around = text.slice(Math.max(0, amount.start - RATE_BEFORE), amount.end + RATE_BEHIND);
    return times < 3 || RATE.test(around);
  });
  return told && [told];
}

const MOST_COUNTS = 4;

/** Finds two amounts that the counts of a claim multiply: 28 euros for two tickets of 9 euros and two of 5. */
function basketStep(stated: Quantity, { near, others }: Surroundings): Quantity[] | undefined {
  if (stated.kind !== 'money' && stated.measure === undefined) return undefined;
  const counts = others.filter(({ kind, measure }) => kind === 'number' && measure === undefined);
  const times = [
    ...counts.slice(0, MOST_COUNTS).map(({ value }) => value),
    ...(counts.length > 0 ? [1] : []),
  ];
  return pairOf(near, (first, second) => {
    if (!isSameSort(stated, first) || !isSameSort(first, second)) return false;
    return times.some((one) =>
      times.some((other) => matches(stated, first, one * first.value + other * second.value)),
    );
  });
}

/** Whether one operation with a value of the passage leads from a rival to the stated value, so that it was worked out. */
export function leadsFrom(rival: Quantity, stated: Quantity, where: Surroundings): boolean {
  const { near } = where;
  if (stated.kind === 'date') {
    const spans = near.filter(({ measure }) => measure?.dimension === 'time');
    return dateStep(stated, { ...where, near: [rival, ...spans], all: [] }) !== undefined;
  }
  if (!isAmount(stated) || !isAmount(rival)) return false;
  const slack = stated.approximate === undefined ? EXACT : ROUGH;
  return near.some((other) => {
    if (other.value <= 1 || other.start === rival.start || other.kind === 'date') return false;
    if (isNear(rival.value / other.value, stated.value, slack)) return true;
    if (!isSameSort(rival, other) || !isSameSort(stated, rival)) return false;
    const results = [rival.value - other.value, other.value - rival.value, rival.value + other.value];
    return results.some((value) => value > 0 && matches(stated, rival, value));
  });
}

const EXACT = 1e-9;
const ROUGH = 0.03;

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
  if (measure?.unit !== 'year' || value < 10) return undefined;
  const isRound = approximate !== undefined || value % 5 === 0;
  const isRenamed = all.some((told) => told.value === value && told.measure?.dimension === 'time');
  const years = all.flatMap(({ date }) => date?.year ?? []);
  const told = all.find(({ kind, value: year, date }) => {
    const from = date?.year ?? (kind === 'number' ? year : 0);
    const isNow = years.some((now) => Math.abs(from + value - now) <= 1);
    return (
      from >= 1000 &&
      (isRound || (isNow && !isRenamed)) &&
      from + value >= FIRST_NOW &&
      from + value <= LAST_NOW
    );
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
