import { agrees, type Quantity } from '#text/grounding/quantities.ts';
import { isAmount, isNear, isSameSort, matches, pairOf, sumOf } from './explains.ts';

/**
 * One step of arithmetic from values of the source. It is sure if the words announce it: "40 more", "732 euros a year"
 * beside a price a month. It is likely if the words hint at it, and any other step may be chance.
 */
export type Step = { sources: Quantity[]; certainty: 'sure' | 'likely' | 'chance' };

/** What a step may use: the claim, its other quantities, and the passage with the sentences beside it. */
export type Surroundings = {
  claim: string;
  others: readonly Quantity[];
  near: readonly Quantity[];
  passage: string;
  /** The first distinct quantities of the source, with the nouns behind them, and all of them. */
  some: readonly Quantity[];
  all: readonly Quantity[];
  /** The whole source. */
  text: string;
};

/** Finds a step that words of the claim or the passage tell, with sure ones first. */
export function findToldStep(stated: Quantity, where: Surroundings): Step | undefined {
  const { near } = where;
  const sure =
    rateStep(stated, near, where) ??
    quotientStep(stated, near, where) ??
    announcedStep(stated, near, where) ??
    percentStep(stated, near) ??
    changeStep(stated, near) ??
    shareStep(stated, near) ??
    restStep(stated, near, where) ??
    partStep(stated, near, where) ??
    comparedStep(stated, near, where) ??
    scaledStep(stated, near, where.others);
  if (sure !== undefined) return { sources: sure, certainty: 'sure' };
  const likely =
    scaledStep(stated, where.some, where.others) ??
    counterpartStep(stated, near, where.others) ??
    besidesStep(stated, near, where) ??
    clockStep(stated, near) ??
    distantRateStep(stated, where) ??
    equalStep(stated, near, where);
  return likely && { sources: likely, certainty: 'likely' };
}

const MINUTE = 1 / 60;
const SECOND = 1 / 3600;
const HOURS: ReadonlyArray<readonly [hours: number, words: RegExp]> = [
  [SECOND, /(?<!\p{L})(?:(?:a|per|each|every) second|sekunden?|secondes?|segundos?)(?!\p{L})|秒/iu],
  [MINUTE, /(?<!\p{L})(?:minut(?:e[ns]?|os?))(?!\p{L})|分钟|分鐘|毎分/iu],
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
  [`1/${MINUTE}`, [60]],
  [`${MINUTE}/${SECOND}`, [60]],
]);

/** Finds the amount of another period: 732 euros a year from 61 euros a month or from 7,320 euros in ten years. */
function rateStep(stated: Quantity, near: readonly Quantity[], where: Surroundings): Quantity[] | undefined {
  const told = near.find((amount) => {
    if (!isSameSort(stated, amount) || stated.value === amount.value) return false;
    return periodFactors(where).some((factor) => matches(stated, amount, amount.value * factor));
  });
  if (told !== undefined) return [told];
  const isPeriodOf = ({ measure }: Quantity): boolean =>
    HOURS.some(([hours, words]) => isPeriod(measure?.unit ?? '', hours) && words.test(where.claim));
  return pairOf(near, (amount, span) => {
    if (span.value <= 1 || !isSameSort(stated, amount) || !isPeriodOf(span)) return false;
    return matches(stated, amount, amount.value / span.value);
  });
}

// The words that say the period of an amount stand within this many characters behind it.
const LONGEST_RATE = 40;

/** Finds the amount of another period anywhere: £144 a year from £12 a month. */
function distantRateStep(stated: Quantity, { some, claim, text }: Surroundings): Quantity[] | undefined {
  const told = some.find((amount) => {
    if (amount.measure === undefined && amount.kind !== 'money') return false;
    if (!isSameSort(stated, amount) || stated.value === amount.value) return false;
    const passage = text.slice(amount.end, amount.end + LONGEST_RATE).replace(/[.;!?].*/su, '');
    return periodFactors({ claim, passage }).some((factor) => matches(stated, amount, amount.value * factor));
  });
  return told && [told];
}

function periodFactors({ claim, passage }: Pick<Surroundings, 'claim' | 'passage'>): number[] {
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
    if (!isAmount(total) || !isSameSort(total, rate) || rate.value <= 1 || rate.weak) return false;
    return total.kind !== 'percent' && isNear(total.value / rate.value, value);
  });
}

const PERIOD_UNITS = new Map(Object.entries({ hour: 1, day: 24, week: 168, month: 730, year: 8760 }));

function isPeriod(unit: string, hours: number): boolean {
  return PERIOD_UNITS.get(unit) === hours;
}

// These words of a claim announce a sum or a difference; those of a passage leave a rest to be worked out.
export const ANNOUNCED =
  /(?<!\p{L})(?:more|fewer|less|higher|lower|total|combined|together|altogether|difference|remaining|remainder|rest|others?|another|in all|by|lead|margin|behind|ahead|above|below|clear|adrift|further|vorsprung|rückstand|d['’]avance|de retard|ventaja|mehr|weniger|höher|niedriger|insgesamt|zusammen|übrigen?|restlichen?|weitere[nr]?|um|de (?:plus|moins)|plus de|total|ensemble|autres|reste|restants?|restantes?|más|menos|otr[oa]s|demás|suma(?:n|ba)?|diferencia|(?:augmenté|progressé|baissé|diminué|reculé) de|(?:creció|aumentó|subió|bajó|cayó|disminuyó) en)(?!\p{L})|多|少|共|合计|总共|其余|其他|剩|另|差|残り|他|ほか|合計|合わせ|減|増|さらに|更に/iu;
const LEFT_OVER =
  /(?<!\p{L})(?:the (?:rest|others|remaining|remainder)|(?:die|der|den) (?:übrigen?|restlichen?|rest)|le reste|les autres|(?:el|lo|la|los|las) (?:resto|demás|restantes?))(?!\p{L})|其余|其他|剩余|残り/iu;
// A denied part of a whole is what the told part leaves: "two of the 17 are not" for "15 of 17 are".
export const DENIED =
  /(?<!\p{L})(?:not|no|without|nicht|keine?[nr]?|ne|n['’]|pas|sans|no|sin)(?!\p{L})|不|没|未|ない|ず/iu;

/** Finds two values of the passage whose sum or difference the words announce. */
export function announcedStep(
  stated: Quantity,
  near: readonly Quantity[],
  { claim, passage, others }: Pick<Surroundings, 'claim' | 'passage' | 'others'>,
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
export function percentStep(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  if (stated.kind !== 'percent' && stated.kind !== 'fraction') return undefined;
  const share = stated.kind === 'percent' ? stated.value / 100 : stated.value;
  return pairOf(near, (part, whole) => {
    if (!isAmount(part) || !isSameSort(part, whole) || part.kind === 'percent' || whole.value === 0)
      return false;
    const ratio = part.value / valueIn(part, whole);
    const slack = stated.approximate ? 0.06 : 0.03;
    if (stated.kind === 'fraction')
      return isNear(ratio, share, slack) || isNear(ratio / (1 + ratio), share, slack);
    return ratio < 1 && isPercentage(stated, ratio * 100);
  });
}

/** Finds two values of the passage of which one is a stated percentage more or less than the other. */
export function changeStep(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  if (stated.kind !== 'percent' && stated.kind !== 'fraction') return undefined;
  const percent = stated.kind === 'percent' ? stated : { ...stated, value: stated.value * 100 };
  return pairOf(near, (from, to) => {
    if (!isAmount(from) || !isSameSort(from, to) || from.kind === 'percent' || from.value === 0) return false;
    const change = Math.abs(valueIn(from, to) / from.value - 1) * 100;
    return change >= 1 && isPercentage({ ...percent, kind: 'percent' }, change);
  });
}

/** Whether a stated percentage is the exact one, rounded to a whole number at most. */
function isPercentage(stated: Quantity, exact: number): boolean {
  const digits = stated.value < 10 ? stated.digits : Math.max(2, stated.digits);
  return agrees({ ...stated, digits }, { ...stated, value: exact, digits: digits + 3 });
}

/** Finds an amount and its share: ten visitors for half of twenty. */
export function shareStep(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  if (!isAmount(stated) || stated.kind === 'percent' || stated.kind === 'fraction') return undefined;
  return pairOf(near, (amount, { kind, value }) => {
    const share = kind === 'percent' ? value / 100 : kind === 'fraction' ? value : 1;
    if (share === 1 || share <= 0 || !isAmount(amount) || !isSameSort(stated, amount)) return false;
    const factors = [share, 1 - share, 1 / share, 1 / (1 - share), 1 / (1 + share)];
    return factors.some((factor) => matches(stated, amount, amount.value * factor));
  });
}

const EQUALLY =
  /(?<!\p{L})(?:equal(?:ly)?|evenly|je zur hälfte|gleich(?:en|mäßig)?|égal(?:es|ement)?|iguales|igual)(?!\p{L})|平分|均分|等分|折半/iu;
const MOST_PARTS = 4;

/** Finds a whole and the parts behind it that leave the rest: 8 million for "23 million: 9 from the county, 6 from a fund". */
function restStep(stated: Quantity, near: readonly Quantity[], { passage, claim }: Surroundings, shares = 1) {
  if (!(LEFT_OVER.test(passage) || LEFT_OVER.test(claim))) return undefined;
  const percent = near.find((other) => other.kind === 'percent' && isNear(100 - other.value, stated.value));
  if (stated.kind === 'percent' && percent !== undefined) return [percent];
  for (const [at, whole] of near.entries()) {
    if (!isAmount(whole) || !isSameSort(stated, whole)) continue;
    let rest = whole.value;
    for (const [number, part] of near.slice(at + 1, at + 1 + MOST_PARTS).entries()) {
      if (!isSameSort(whole, part)) break;
      rest -= valueIn(whole, part);
      if ((number > 0 || shares > 1) && matches(stated, whole, rest / shares))
        return near.slice(at, at + number + 2);
    }
  }
  return undefined;
}

/** Finds the part of two, three or four that share a rest equally. */
function equalStep(stated: Quantity, near: readonly Quantity[], where: Surroundings) {
  if (!EQUALLY.test(where.passage)) return undefined;
  return [2, 3, 4].reduce<Quantity[] | undefined>(
    (found, shares) => found ?? restStep(stated, near, where, shares),
    undefined,
  );
}

const PART_OF =
  /(?:of (?:which|whom|them)|including|among them|davon|darunter|von denen|dont|parmi (?:eux|elles|lesquels)|de (?:los|las) (?:que|cuales)|de ell[oa]s|entre ell[oa]s|其中|うち)(?: \p{L}{1,6})?\s?$/iu;
const LONGEST_PARTITIVE = 30;
/** What stands between a part and its whole: "48 of the 62 members". */
const OF =
  /^ (?:\p{L}{1,20} )?(?:(?:out )?of|von|der|des|sur|de)(?: (?:the|its|our|their|den|les|ses|los|las|sus))? $/iu;

/** What stands before a whole whose part follows: "of the 40 swimmers, 31". */
const OUT_OF = /(?<!\p{L})(?:of|von|sur|de|parmi|entre)(?: (?:the|its|den|les|los|las))? $/iu;

/** Finds a whole and a part that is told as one of it, which leave the stated rest: 18 for "27 schools, nine of them". */
function partStep(stated: Quantity, near: readonly Quantity[], { text }: Surroundings) {
  if (!isAmount(stated)) return undefined;
  return pairOf(near, (whole, part) => {
    if (!isSameSort(whole, part) || !isSameSort(stated, whole)) return false;
    if (!matches(stated, whole, whole.value - valueIn(whole, part))) return false;
    if (part.end < whole.start) return OF.test(text.slice(part.end, whole.start));
    if (OUT_OF.test(text.slice(Math.max(0, whole.start - LONGEST_PARTITIVE), whole.start))) return true;
    const before = text.slice(Math.max(whole.end, part.start - LONGEST_PARTITIVE), part.start);
    return (
      PART_OF.test(before) ||
      /^ (?:of (?:which|them|whom)|d['’]entre|de ell[oa]s|davon)/u.test(text.slice(part.end, part.end + 12))
    );
  });
}

const COMPARED =
  /^ (?:\p{L}{1,16} )?(?:more|fewer|less|higher|lower|longer|shorter|heavier|lighter|older|younger|mehr|weniger|höher|niedriger|länger|kürzer|de plus|de moins|más|menos)(?!\p{L})/iu;

/** Finds a value and by how much another one differs: 250 grams for "210 grams, 40 fewer than before". */
function comparedStep(stated: Quantity, near: readonly Quantity[], { text }: Surroundings) {
  return pairOf(near, (base, change) => {
    const isBare = change.kind === 'number' && change.measure === undefined;
    if (!isAmount(base) || !isSameSort(stated, base) || !(isBare || isSameSort(base, change))) return false;
    if (!COMPARED.test(text.slice(change.end, change.end + LONGEST_COMPARISON))) return false;
    const by = isBare ? change.value : valueIn(base, change);
    return matches(stated, base, base.value - by) || matches(stated, base, base.value + by);
  });
}

const LONGEST_COMPARISON = 36;

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

/** Finds the counterpart in a whole that the claim repeats: ten of eleven for one of eleven. */
export function counterpartStep(stated: Quantity, near: readonly Quantity[], others: readonly Quantity[]) {
  if (stated.kind !== 'number' || stated.measure !== undefined) return undefined;
  return pairOf(near, (part, whole) => {
    const isRepeated = others.some((other) => agrees(other, whole));
    return isRepeated && isSameSort(part, whole) && isNear(whole.value - part.value, stated.value, 1e-9);
  });
}

const BESIDES = /(?:other|another|weitere[nrs]?|andere[nr]?|autres?|otr[oa]s?|另外|另|他)\s?$/iu;
const ONE_OF =
  /(?:youngest|oldest|eldest|one|last|jüngste[nrs]?|älteste[nrs]?|eine[rs]?|cadette?|aînée?|une?|menor|mayor|un[oa]?) (?:of|de|des|von|der|d['’])(?: the| los| las)? ?$/iu;
const LONGEST_INTRODUCTION = 24;

/** Finds a count beside one more that the passage names: four sisters for "the youngest of five". */
function besidesStep(stated: Quantity, near: readonly Quantity[], { text }: Surroundings) {
  if (stated.kind !== 'number' || stated.measure !== undefined) return undefined;
  const told = near.find(({ value, start, end }) => {
    const before = text.slice(Math.max(0, start - LONGEST_INTRODUCTION), start);
    if (value === stated.value + 1) return ONE_OF.test(before);
    const isOther =
      BESIDES.test(before) ||
      /^ (?:others?|autres|otr[oa]s|andere)(?!\p{L})/u.test(text.slice(end, end + 12));
    return value === stated.value - 1 && isOther;
  });
  return told && [told];
}

/** Finds a time of day and a span that lead to the stated time: 7 pm for "7.30 pm, half an hour later". */
function clockStep({ date }: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  if (date?.hour === undefined) return undefined;
  const minutes = date.hour * 60 + (date.minute ?? 0);
  return pairOf(near, ({ date: other }, { measure }) => {
    if (other?.hour === undefined || measure?.dimension !== 'time') return false;
    return isNear(Math.abs(other.hour * 60 + (other.minute ?? 0) - minutes) * 60, measure.base);
  });
}
