import { findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import { begins, has, isConnective, joined, listOf, type Piece } from './pieces.ts';

const LONGEST_TIME = 5;
const HABIT =
  /days$|^(?:en semaine|entre semana|(?:at|by|de) (?:night|noche|nuit|day|día)|(?:from|de|du|del) .* (?:to|a|à|au|al) .*)$/iu;

/** Whether these words are one date or part of a period, such as "on Friday" or "earlier this week". */
export function isTime(pieces: readonly Piece[], language: string): boolean {
  if (pieces.length === 0 || pieces.length > LONGEST_TIME || pieces.some(({ mark }) => mark)) return false;
  if (HABIT.test(joined(pieces))) return false;
  return isDate(pieces, language) || isPeriod(pieces, language);
}

const PART_OF_DAY = /(?<=tag|Mittwoch)(?:morgen|vormittag|mittag|nachmittag|abend|nacht)$/u;

// A number of four digits is a year behind these words only.
const YEAR = /^(?:in|en|im Jahr|in the year) (?:1[5-9]|20)\d\d$/iu;
const YEARS = /(?<!\p{L})(?:in|en|im Jahr) (?:1[5-9]|20)\d\d(?!\p{L}|\d|\s\p{Ll}{3,}s\b)/giu;

/** Whether a date stands here, with at most the part of the day behind it. */
export function isDate(pieces: readonly Piece[], language: string): boolean {
  if (pieces.length > LONGEST_TIME || pieces.some(({ mark }) => mark)) return false;
  const text = joined(pieces).replace(PART_OF_DAY, '');
  const [first, second] = findQuantities(text, language);
  if (YEAR.test(text)) return true;
  if (first?.kind !== 'date' || second !== undefined || HABIT.test(text)) return false;
  const before = text.slice(0, first.start).trim().toLowerCase();
  const after = text.slice(first.end).trim().toLowerCase();
  const periods = listOf(language, 'period');
  return (
    (before === '' || listOf(language, 'at').has(before)) &&
    (after === '' || (/\p{L}{4}$/u.test(after) && after.split(/\s+/u).every((word) => periods.has(word))))
  );
}

const NAMED = /^(?:[\p{L}-]{4,}|été|año|mes|day|week)$/u;

/** Whether all words are about a period that is named from today: "last autumn", "la semaine dernière". */
function isPeriod(pieces: readonly Piece[], language: string): boolean {
  return (
    pieces.every(({ text }, at) => {
      const lower = text.toLowerCase();
      return listOf(language, 'period').has(lower) || (at === 0 && listOf(language, 'at').has(lower));
    }) && pieces.some(({ text }) => NAMED.test(text))
  );
}

/** Lists the dates of a text by their kind, to tell whether there is only one. */
export function countDates(pieces: readonly Piece[], language: string): number {
  return findQuantities(joined(pieces), language).filter(({ kind }) => kind === 'date').length;
}

/** Whether these words name one day. The amount of one day is told apart from that of a month or a year. */
export function isDay(pieces: readonly Piece[], language: string): boolean {
  const [first] = findQuantities(joined(pieces).replace(PART_OF_DAY, ''), language);
  return first?.date?.day !== undefined || first?.date?.weekday !== undefined;
}

/** Whether a text states a share, a price or a measure. */
export function isRated(pieces: readonly Piece[], language: string): boolean {
  return findQuantities(joined(pieces), language).some(
    ({ kind, measure }) =>
      measure !== undefined || kind === 'percent' || kind === 'money' || kind === 'fraction',
  );
}

const FEW = 10;

/** Whether a text states a share, a price, a measure or a total, which may belong to a place or a time. */
export function isMeasured(pieces: readonly Piece[], language: string): boolean {
  return findQuantities(joined(pieces).replace(YEARS, ''), language).some(
    ({ kind, weak, measure, value }) =>
      measure !== undefined ||
      (kind !== 'date' && kind !== 'ordinal' && (kind !== 'number' || (!weak && value > FEW))),
  );
}

const LONGEST_HEAD = 9;
const EDGE =
  /^(?:end|start|beginning|middle|half|début|fin|milieu|courant|principios|finales|mediados|comienzos|días|days|hours|weeks|il|y|a|hace)$/u;

/** Whether a phrase says when, by nothing but dates and words of time: "In the night to Friday", "Au début du mois". */
export function saysWhen(pieces: readonly Piece[], language: string): boolean {
  if (pieces.length < 2 || pieces.length > LONGEST_HEAD || pieces.some(({ mark }) => mark)) return false;
  const text = joined(pieces);
  let rest = text;
  for (const { start, end } of findQuantities(text, language).filter(isOfTime).toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  const words = rest.toLowerCase().match(/[\p{L}'-]+/gu) ?? [];
  const isNamed = words.some((word) => NAMED.test(word) && listOf(language, 'period').has(word));
  const lists = (['period', 'at', 'preposition', 'determiner'] as const).map((list) =>
    listOf(language, list),
  );
  return (
    (isNamed || rest !== text) &&
    !HABIT.test(text) &&
    words.every((word) => EDGE.test(word) || lists.some((list) => list.has(word)))
  );
}

function isOfTime({ kind, measure }: Quantity): boolean {
  return kind === 'date' || measure?.dimension === 'time';
}

const SINCE = /^(?:since|seit|depuis|desde)$/iu;

/** Whether a phrase says since when something holds, which it does now. */
export function saysSinceWhen([first, ...rest]: readonly Piece[], language: string): boolean {
  if (!SINCE.test(first?.text ?? '')) return false;
  return isTime(rest, language) || saysWhen(rest, language);
}

const CLOSED = ['negation', 'denial', 'limit', 'copula'] as const;
const SUPERLATIVE = new Map(
  Object.entries<RegExp>({
    en: /\bthe (?:most|least|first|last|only|\p{Ll}{3,}est|second|third)\b/u,
    de: /(?<!\p{L})\p{Ll}{3,}ste[nrms]?(?!\p{L})/u,
    fr: /\b(?:plus|moins|premi(?:er|ère)|seule?|dernière?)\b/u,
    es: /(?:^|\s)(?:más|menos|mejor|mayor|primera?|únic[oa]|última?)\b/u,
  }),
);

const MONTH: Piece = { text: 'March', mark: false };

/**
 * Finds the verb of a claim that tells of one thing that happened, or -1. A place, a time or a companion of such an
 * event may be left out; one of a habit, a state, a rule or an amount limits it.
 */
export function findEvent(claim: readonly Piece[], language: string): number {
  const mark = claim.findIndex((piece) => piece.mark);
  const from = mark > 0 && isConnective(claim.slice(0, mark), language) ? mark + 1 : 0;
  // The month is not the verb.
  const told = claim.slice(from).map((piece) => (piece.text === 'May' ? MONTH : piece));
  if (CLOSED.some((list) => has(told, language, list)) || isGeneral(told, language)) return -1;
  if (SUPERLATIVE.get(language)?.test(joined(told)) !== false) return -1;
  const verb = told.findIndex((_, at) => isEventVerb(told, at, language));
  return verb < 1 ? -1 : verb + from;
}

const LINK = /^(?:that|which|who|whose|where|qui|qu[e'].*|dont|où|cuy[oa]s?|donde)$/u;

/** Finds the first clause of a claim if it tells of an event. What stands behind it does not need its time. */
export function firstClause(claim: readonly Piece[], language: string): readonly Piece[] {
  const mark = claim.findIndex((piece) => piece.mark);
  const from = mark > 0 && isConnective(claim.slice(0, mark), language) ? mark + 1 : 0;
  const end = claim.findIndex(({ text, mark }, at) => at >= from && (mark || LINK.test(text)));
  const first = end < 0 ? claim : claim.slice(0, end);
  return findEvent(first, language) < 0 ? claim : first;
}

/** Whether a claim speaks of all or most of something, other than of days: "every day". */
function isGeneral(told: readonly Piece[], language: string): boolean {
  return told.some(
    (_, at) =>
      begins(told, at, language, 'universal') &&
      !/^(?:day|week|month|year|morning|evening|night)$/u.test(told[at + 1]?.text ?? ''),
  );
}

const ARTICLE = /^(?:the|an?|its|their|his|her|this|these|two|der|die|das|den|dem|eine?[nmr]?)$/u;
const FRENCH_PARTICIPLE = /(?:[éi]e?s?|u[es]?|is|it|ert|eint|aint)$/u;
// The participle of something done. That something cost or lasted is not.
const DEED =
  /^(?!gekostet|gedauert|gehört|gegolten|gehabt|gewesen|verfügt|bestanden)(?:\p{Ll}{0,5}ge\p{Ll}{3,}|(?:be|ver|er|ent|zer)\p{Ll}{3,})(?:t|en)$/u;
const MOVING = /^(?:arriv|mont|tomb|retourn|entr|rentr|rest|all|n)ée?s?$|^(?:part|sort|ven|reven|deven|mor)/u;

export function isEventVerb(told: readonly Piece[], at: number, language: string): boolean {
  const { text = '' } = told[at] ?? {};
  const before = told[at - 1]?.text.toLowerCase() ?? '';
  if (
    begins(told, at, language, 'stative') ||
    /^\p{Lu}/u.test(text) ||
    (language !== 'fr' && ARTICLE.test(before))
  )
    return false;
  switch (language) {
    case 'en':
      return /^\p{Ll}{2,}ed$/u.test(text) || listOf('en', 'past').has(text);
    case 'de':
      if (/^(?:hat|haben)$/u.test(text)) return told.slice(at).some(({ text: last }) => DEED.test(last));
      return /^\p{Ll}{3,}te[n]?$/u.test(text) || /^wurden?$/u.test(text) || isStrong(text);
    case 'fr': {
      if (!FRENCH_PARTICIPLE.test(text)) return false;
      if (/(?:^|')(?:a|ont|ai|avons)$/u.test(before)) return true;
      const earlier = told[at - 2]?.text ?? '';
      if (before === 'été') return /^(?:a|ont)$/u.test(earlier);
      return /^(?:est|sont|s'est)$/u.test(before) && (MOVING.test(text) || before === "s'est");
    }
    default:
      return (
        /^\p{Ll}{2,}(?:ó|aron|ieron)$/u.test(text) ||
        (/^(?:fue(?:ron)?|sido)$/u.test(before) && /[ai]d[oa]s?$/u.test(text)) ||
        (/^han?$/u.test(before) && /(?:[aií]do|puesto|hecho|visto|abierto|escrito|roto|vuelto)$/u.test(text))
      );
  }
}

const PREFIX = /^(?:be|ver|er|ent|zer|über|unter|wider|durch)(?=\p{Ll}{3})/u;

function isStrong(text: string): boolean {
  const set = listOf('de', 'past');
  const stem = text.replace(/en$/u, '');
  return [text, stem, stem.replace(PREFIX, '')].some((form) => set.has(form));
}

/** Whether a short phrase gives a date or a period. */
export function isDated(pieces: readonly Piece[], language: string): boolean {
  if (pieces.length > LONGEST_DATED) return false;
  return countDates(pieces, language) > 0 || isTime(pieces, language);
}

const LONGEST_DATED = 4;

/** Counts the numbers other than dates that a text states. */
export function countNumbers(pieces: readonly Piece[], language: string): number {
  return findQuantities(joined(pieces), language).filter(({ kind }) => kind !== 'date').length;
}
