import type { SourceIndex } from '#text/grounding/source-index.ts';
import { NEXT_DAY } from './date-steps.ts';
import type { DateParts, Quantity } from './quantity.ts';

// A text with one of these words speaks of weekdays that it does not name.
const ANY_DAY =
  /(?<!\p{L})(?:weekdays?|working days?|werktags?|wochentags|en semaine|entre semana)(?!\p{L})|平日|工作日/iu;
const WEEKEND = /(?<!\p{L})(?:weekends?|week-ends?|wochenenden?|fin(?:es)? de semana)(?!\p{L})|周末|週末/iu;
const LATER =
  /^\s?(?:later|after|before|earlier|ago|später|danach|darauf|zuvor|plus t|après|avant|auparavant|más tarde|después|antes|[后後前])/iu;
const FROM_NOW = /(?<!\p{L})(?:in|nach|vor|dans|il y a|hace|dentro de|en) $/iu;
const NEAR_MONTH =
  /(?<!\p{L})(?:(?:this|next|last|previous|following) month|(?:diese|nächste|vorige|vergangene|letzte)[nrsm]? monat\p{L}*|mois (?:prochain|dernier|suivant)|(?:este|próximo|pasado) mes|mes (?:próximo|pasado|que viene))(?!\p{L})|(?:本|下个|上个|这个)月|[今来先]月/iu;
const YEAR_EDGE =
  /(?<!\p{L})(?:(?:start|beginning|end|turn) of (?:the|this|last|next) year|christmas|new year|jahres(?:anfang|beginn|ende|wechsel)|weihnacht\p{L}*|silvester|neujahr|(?:début|fin) (?:de l[’'])?(?:année|\d{4})|noël|(?:principios|finales|comienzos|fin(?:es)?) de(?:l)? año|navidad\p{L}*|año nuevo|(?:end|beginning|start|late|early) (?:of )?\d{4}|(?:ende|anfang) \d{4})(?!\p{L})|年[初底末始]|クリスマス|圣诞|元旦|正月/iu;
const RANGE = /^[\s,]*(?:to|until|through|and|bis|und|à|et|au|a|al|y|hasta|[-–—~〜至到]|から)\s?$/iu;
const DAY = 86_400;
// Each pair of these dates is compared.
const MOST_NAMED = 100;
// Nobody counts the weekday after more days than these.
const MOST_DAYS = 13;

/**
 * Whether a text names other weekdays or months, but never the stated one, and no other words of it lead there. The
 * caller has looked for dates and spans that lead to a month.
 */
export function isAbsent(stated: Quantity, { quantities, text }: SourceIndex): boolean {
  const { date } = stated;
  if (date?.weekday !== undefined) {
    const named = quantities.filter((other) => other.date?.weekday !== undefined).slice(0, MOST_NAMED);
    return named.length > 0 && !leadsToWeekday(date.weekday, named, quantities, text);
  }
  if (date?.month === undefined || date.day !== undefined) return false;
  const named = quantities.filter((other) => other.date?.month !== undefined).slice(0, MOST_NAMED);
  const isEdge = date.month === 1 || date.month === 12;
  return (
    named.length > 0 &&
    !NEAR_MONTH.test(text) &&
    !(isEdge && YEAR_EDGE.test(text)) &&
    !isInRange(date.month, 'month', named, text)
  );
}

function leadsToWeekday(
  weekday: number,
  named: readonly Quantity[],
  all: readonly Quantity[],
  text: string,
): boolean {
  if (ANY_DAY.test(text) || isInRange(weekday, 'weekday', named, text) || (weekday > 5 && WEEKEND.test(text)))
    return true;
  const year = all.find(({ date }) => date?.year !== undefined)?.date?.year;
  if (all.some(({ date }) => date !== undefined && weekdayOf(date, year) === weekday)) return true;
  const spans = all.flatMap(({ measure, start, end }) => {
    const isCounted =
      LATER.test(text.slice(end, end + 12)) || FROM_NOW.test(text.slice(Math.max(0, start - 8), start));
    return measure?.unit === 'day' && measure.base <= MOST_DAYS * DAY && isCounted
      ? [measure.base / DAY]
      : [];
  });
  const steps = [...spans, ...(NEXT_DAY.test(text) ? [1] : [])].flatMap((days) => [days, -days]);
  return named.some(({ date }) =>
    steps.some((days) => ((((date?.weekday ?? 0) - 1 + days) % 7) + 7) % 7 === weekday - 1),
  );
}

/** Whether a value lies between two dates that are the ends of a range: Friday in "from Tuesday to Sunday". */
function isInRange(
  value: number,
  field: 'weekday' | 'month',
  named: readonly Quantity[],
  text: string,
): boolean {
  return named.some((from) =>
    named.some((to) => {
      const [first = 0, last = 0] = [from.date?.[field], to.date?.[field]];
      const isSameYear = to.date?.year === undefined || to.date.year === (from.date?.year ?? to.date.year);
      const isInside = first < last ? value > first && value < last : value > first || value < last;
      const gap = to.start - from.end;
      return isSameYear && isInside && gap > 0 && gap < 8 && RANGE.test(text.slice(from.end, to.start));
    }),
  );
}

/** The day of the week of a full date, where 1 is Monday. */
function weekdayOf({ month, day, year }: DateParts, otherwise: number | undefined): number | undefined {
  const known = year ?? otherwise;
  if (known === undefined || month === undefined || day === undefined) return undefined;
  // Sakamoto's method counts January and February to the year before.
  const shifted = month < 3 ? known - 1 : known;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return ((shifted + leaps + (MONTH_SHIFTS[month - 1] ?? 0) + day + 6) % 7) + 1;
}

const MONTH_SHIFTS = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];

/** Whether a month without a year may be that of the stated year: it is within a year of those that open the text. */
export function mayBeInYear(stated: Quantity, told: Quantity, { quantities }: SourceIndex): boolean {
  const year = stated.date?.year;
  if (year === undefined || stated.date?.month === undefined || told.date?.month === undefined) return true;
  if (told.date.year !== undefined) return true;
  const years = quantities.flatMap(({ date, start }) =>
    date?.year === undefined ? [] : [{ at: start, year: date.year }],
  );
  const before = years.filter(({ at }) => at < told.start);
  const named = [years[0], before.at(-1)].flatMap((known) => (known === undefined ? [] : [known.year]));
  return named.length === 0 || named.some((known) => Math.abs(known - year) <= 1);
}
