import { agrees, type Quantity } from '#text/grounding/quantities.ts';
import { explainsAnywhere, findStep, isAmount, isSameSort, matches, sumOf } from './explains.ts';

/**
 * One step of arithmetic from values of the source. It is sure if the words announce it: "40 more", "732 euros a year"
 * beside a price a month. Any other step may be chance.
 */
export type Step = { sources: Quantity[]; sure: boolean };

/** What a step may use: the claim, its other quantities, and the passage with the sentences beside it. */
export type Surroundings = {
  claim: string;
  others: readonly Quantity[];
  near: readonly Quantity[];
  passage: string;
  /** All distinct quantities of the source. */
  all: readonly Quantity[];
};

// Among more values than this, some two give nearly any number.
const MOST_VALUES = 24;

/** Finds a step that leads to the stated quantity, with sure ones first. */
export function findAnyStep(stated: Quantity, where: Surroundings): Step | undefined {
  const near = where.near.slice(0, MOST_VALUES);
  const sure =
    rateStep(stated, near, where) ??
    quotientStep(stated, near, where) ??
    announcedStep(stated, near, where) ??
    percentStep(stated, near) ??
    scaledStep(stated, near, where.others);
  if (sure !== undefined) return { sources: sure, sure: true };
  const maybe =
    findStep(stated, where.all) ??
    dateStep(stated, where.all.slice(0, MOST_DATES)) ??
    productStep(stated, where.all.slice(0, MOST_VALUES));
  if (maybe !== undefined) return { sources: maybe, sure: false };
  return explainsAnywhere(stated, where.all, where.claim) ? { sources: [], sure: false } : undefined;
}

const HOURS: ReadonlyArray<readonly [hours: number, words: RegExp]> = [
  [1, /(?<!\p{L})(?:hour(?:s|ly)?|stunden?|stündlich|heures?|horas?)(?!\p{L})|小时|小時|時間/iu],
  [24, /(?<!\p{L})(?:days?|daily|nights?|tag(?:e[ns]?)?|täglich|jours?|días?|diari[oa]s?)(?!\p{L})|天|日/iu],
  [
    168,
    /(?<!\p{L})(?:weeks?|weekly|woche[n]?|wöchentlich|semaines?|hebdomadaire|semanas?|semanal)(?!\p{L})|周|週|星期/iu,
  ],
  [
    730,
    /(?<!\p{L})(?:months?|monthly|monats?|monate[n]?|monats\p{L}+|monatlich|mois|mensuel(?:le)?s?|mes|meses|mensual(?:es)?)(?!\p{L})|月/iu,
  ],
  [2190, /(?<!\p{L})(?:quarter|quarterly|quartal|trimestre)(?!\p{L})|季度|四半期/iu],
  [
    8760,
    /(?<!\p{L})(?:years?|yearly|annual(?:ly)?|jahr(?:e[ns]?|s|es)?|jährlich|jahres\p{L}+|ans?|années?|annuel(?:le)?s?|años?|anual(?:es)?)(?!\p{L})|年/iu,
  ],
];
/** How many of one period people count in another: 52 weeks, 365 days, 12 months in a year. */
const FACTORS: ReadonlyMap<string, readonly number[]> = new Map([
  ['8760/730', [12]],
  ['8760/168', [52]],
  ['8760/24', [365]],
  ['8760/2190', [4]],
  ['730/168', [4]],
  ['730/24', [30]],
  ['168/24', [7, 5]],
  ['24/1', [24]],
]);

/** Finds the amount of another period: 732 euros a year from 61 euros a month. */
function rateStep(stated: Quantity, near: readonly Quantity[], where: Surroundings): Quantity[] | undefined {
  const told = near.find((amount) => {
    if (!isSameSort(stated, amount) || agrees(stated, amount)) return false;
    return periodFactors(where).some((factor) => matches(stated, amount, amount.value * factor));
  });
  return told && [told];
}

function periodFactors({ claim, passage }: Surroundings): number[] {
  const stated = HOURS.filter(([, words]) => words.test(claim)).map(([hours]) => hours);
  const told = HOURS.filter(([, words]) => words.test(passage)).map(([hours]) => hours);
  return stated.flatMap((one) =>
    told.flatMap((other) => [
      ...(FACTORS.get(`${one}/${other}`) ?? []),
      ...(FACTORS.get(`${other}/${one}`) ?? []).map((factor) => 1 / factor),
    ]),
  );
}

/** Finds a total and a rate: 30 weeks from 900 euros at 30 euros a week. */
function quotientStep(stated: Quantity, near: readonly Quantity[], { passage }: Surroundings) {
  const { measure, value } = stated;
  if (
    measure?.dimension !== 'time' ||
    !HOURS.some(
      ([hours, words]) => measure.unit !== '' && isPeriod(measure.unit, hours) && words.test(passage),
    )
  )
    return undefined;
  return pairOf(near, (total, rate) => {
    if (!isAmount(total) || !isSameSort(total, rate) || rate.value === 0) return false;
    return total.kind !== 'percent' && isNear(total.value / rate.value, value);
  });
}

const PERIOD_UNITS = new Map(Object.entries({ hour: 1, day: 24, week: 168, month: 730, year: 8760 }));

function isPeriod(unit: string, hours: number): boolean {
  return PERIOD_UNITS.get(unit) === hours;
}

// These words of a claim announce a sum or a difference; those of a passage leave a rest to be worked out.
const ANNOUNCED =
  /(?<!\p{L})(?:more|fewer|less|higher|lower|total|combined|together|altogether|difference|remaining|remainder|rest|others?|another|by|lead|margin|mehr|weniger|höher|niedriger|insgesamt|zusammen|übrigen?|restlichen?|weitere[nr]?|um|de (?:plus|moins)|plus de|total|ensemble|autres|reste|restants?|restantes?|más|menos|otr[oa]s|demás|suma(?:n|ba)?|diferencia|(?:augmenté|progressé|baissé|diminué|reculé) de|(?:creció|aumentó|subió|bajó|cayó|disminuyó) en)(?!\p{L})|多|少|共|合计|总共|其余|其他|剩|另|差|残り|他|ほか|合計|合わせ|減|増/iu;
const LEFT_OVER =
  /(?<!\p{L})(?:the (?:rest|others|remaining|remainder)|(?:die|der|den) (?:übrigen?|restlichen?|rest)|le reste|les autres|(?:el|lo|la|los|las) (?:resto|demás|restantes?))(?!\p{L})|其余|其他|剩余|残り/iu;
// A denied part of a whole is what the told part leaves: "two of the 17 are not" for "15 of 17 are".
const DENIED =
  /(?<!\p{L})(?:not|no|without|nicht|keine?[nr]?|ne|n['’]|pas|sans|no|sin)(?!\p{L})|不|没|未|ない|ず/iu;

/** Finds two values of the passage whose sum or difference the words announce. */
function announcedStep(
  stated: Quantity,
  near: readonly Quantity[],
  { claim, passage, others }: Surroundings,
) {
  const whole = (quantity: Quantity): boolean => others.some((other) => agrees(other, quantity));
  const announced = ANNOUNCED.test(claim) || LEFT_OVER.test(passage);
  if (!isAmount(stated) || !(announced || DENIED.test(claim))) return undefined;
  return pairOf(near, (first, second) => {
    if (!isAmount(first) || !isSameSort(first, second) || !isSameSort(stated, first)) return false;
    const isDifference = matches(stated, first, first.value - valueIn(first, second));
    if (isDifference) return announced || whole(first);
    return announced && sumOf(stated, [first, second]) !== undefined;
  });
}

function valueIn(like: Quantity, other: Quantity): number {
  if (like.measure === undefined || other.measure === undefined || like.measure.base === 0)
    return other.value;
  return (other.measure.base / like.measure.base) * like.value;
}

/** Finds two values of the passage of which one is the stated share of the other. */
function percentStep(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  if (stated.kind !== 'percent' && stated.kind !== 'fraction') return undefined;
  const share = stated.kind === 'percent' ? stated.value / 100 : stated.value;
  return pairOf(near, (part, whole) => {
    if (!isAmount(part) || !isSameSort(part, whole) || part.kind === 'percent' || whole.value === 0)
      return false;
    const ratio = part.value / valueIn(part, whole);
    if (stated.kind === 'fraction') return isNear(ratio, share, stated.approximate ? 0.06 : 0.03);
    const exact = { ...stated, value: ratio * 100, digits: stated.digits + 3 };
    return ratio < 1 && agrees(stated.digits < 2 ? { ...stated, digits: 2 } : stated, exact);
  });
}

/** Finds a value for each of a number that the claim gives: 48 grams for 4 litres from 12 grams per litre. */
function scaledStep(stated: Quantity, near: readonly Quantity[], others: readonly Quantity[]) {
  if (!isAmount(stated) || (stated.measure === undefined && stated.kind !== 'money')) return undefined;
  const told = near.find(
    (amount) =>
      isSameSort(stated, amount) &&
      others.some(
        ({ value, kind, date }) =>
          date === undefined &&
          kind !== 'percent' &&
          value > 1 &&
          value <= 1000 &&
          matches(stated, amount, amount.value * value),
      ),
  );
  return told && [told];
}

/** Finds an amount and a number whose product or quotient it is: 33,600 euros for 160 people at 210 euros. */
function productStep(stated: Quantity, all: readonly Quantity[]): Quantity[] | undefined {
  if (!isAmount(stated) || stated.kind === 'fraction') return undefined;
  return pairOf(all, (amount, count) => {
    const isCount = count.kind === 'number' && count.measure === undefined && count.value > 1;
    if (isSameSort(stated, amount) && isCount && amount !== count)
      return (
        matches(stated, amount, amount.value * count.value) ||
        (stated.digits > 1 && matches(stated, amount, amount.value / count.value))
      );
    const isRate = stated.kind === 'number' && stated.measure === undefined && isSameSort(amount, count);
    return isRate && isAmount(amount) && count.value > 0 && isWhole(amount.value / count.value, stated.value);
  });
}

function isWhole(ratio: number, value: number): boolean {
  return value >= 2 && Math.abs(ratio - value) < 1e-9;
}

const MOST_DATES = 60;
const DAY = 86_400;

/** Finds dates or times that the stated one is counted from: four weeks before 7 June, 2029 from 2026 and 3½ years. */
function dateStep(stated: Quantity, all: readonly Quantity[]): Quantity[] | undefined {
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
  const next =
    day === undefined ? undefined : all.find((other) => isNear(Math.abs((dayOf(other) ?? 0) - day), 1));
  return next && all.some(({ date: other }) => other?.weekday !== undefined) ? [next] : undefined;
}

function secondsBetween(from: Quantity, to: Quantity): number | undefined {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first !== undefined && last !== undefined) return (last - first) * DAY;
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

function isNear(value: number, wanted: number, slack = 0.005): boolean {
  return Math.abs(value - wanted) <= Math.abs(wanted) * slack;
}

function pairOf(
  values: readonly Quantity[],
  fits: (first: Quantity, second: Quantity) => boolean,
): Quantity[] | undefined {
  for (const first of values)
    for (const second of values) if (first !== second && fits(first, second)) return [first, second];
  return undefined;
}
