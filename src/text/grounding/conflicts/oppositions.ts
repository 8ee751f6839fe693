import words from '#text/grounding/words.json' with { type: 'json' };
import { stemWord } from '#text/language/stem.ts';

/** The sides that oppose each other: each word of a left side opposes each word of its right side. */
const SIDES = new Map(Object.entries<string[][]>(words.sides));

const OPPOSITES = new Map<string, ReadonlySet<string>>();

/**
 * The pairs of opposite words in a language. `wordnetAntonyms` are the direct antonyms of WordNet 3.1 in which both
 * words occur in its tagged texts. WordNet is copyright 2006 by Princeton University; its licence is in
 * docs/licences/wordnet.txt. `node publish/compile-antonyms.ts DICT` prints them from WordNet's dict folder.
 */
function oppositesIn(language: string): ReadonlySet<string> {
  const known = OPPOSITES.get(language);
  if (known !== undefined) return known;
  const pairs = new Set<string>();
  for (const [left = '', right = ''] of SIDES.get(language) ?? [])
    for (const a of left.split(' ')) for (const b of right.split(' ')) add(a, b);
  if (language === 'en') {
    for (const pair of words.wordnetAntonyms.flatMap((row) => row.split(' '))) {
      const [left = '', right = ''] = pair.split('/');
      add(stemWord(left, 'en'), stemWord(right, 'en'));
    }
  }
  OPPOSITES.set(language, pairs);
  return pairs;

  function add(a: string, b: string): void {
    pairs.add(`${a}/${b}`);
    pairs.add(`${b}/${a}`);
  }
}

/** Whether two lower-case words mean the opposite of each other. */
export function areOpposite(left: string, right: string, language: string): boolean {
  if (left === right) return false;
  if (language === 'en' && (left === 'an' || right === 'an')) return false;
  if (isTimeUnit(left) && isTimeUnit(right)) return periodOf(left, language) !== periodOf(right, language);
  const pairs = oppositesIn(language);
  if (pairs.has(`${left}/${right}`)) return true;
  if (language !== 'en') return false;
  const rights = formsOf(right);
  return formsOf(left).some(
    (a) => rights.some((b) => pairs.has(`${a}/${b}`)) || rights.some((b) => differByPrefix(a, b)),
  );
}

const TIME_UNITS =
  /^(?:(?:second|minute|hour|day|week|month|quarter|year|decade|centur|sekunde|stunde|tag|woche|monat|jahr|heure|jour|semaine|trimestre|année|siècle|segundo|minuto|hora|día|semana|año|siglo)(?:s|n|e|en|y|ies)?|mois|ans?|mes(?:es)?|daily|weekly|monthly|quarterly|yearly|annually|hourly)$/;

const PERIODS = new Map(
  Object.entries({
    hourly: 'hour',
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    quarterly: 'quarter',
    yearly: 'year',
    annually: 'year',
  }),
);

/** The period of a unit of time, also where an adverb says it: "daily" is "a day". */
function periodOf(lower: string, language: string): string {
  return PERIODS.get(lower) ?? stemWord(lower, language);
}

export function isTimeUnit(lower: string): boolean {
  return TIME_UNITS.test(lower);
}

/** Chinese and Japanese words that turn a statement around, as they stand in text without spaces. */
const UNSPACED = new Map(
  Object.entries<string[][]>(words.unspacedSides).map(([language, pairs]) => [
    language,
    pairs.map(([left = '', right = '']) => [new RegExp(left, 'u'), new RegExp(right, 'u')] as const),
  ]),
);

/** Whether one stretch of unspaced text says the opposite of another. */
export function areOppositeTexts(left: string, right: string, language: string): boolean {
  return (UNSPACED.get(language) ?? []).some(
    ([one, other]) =>
      (one.test(left) && !other.test(left) && other.test(right) && !one.test(right)) ||
      (other.test(left) && !one.test(left) && one.test(right) && !other.test(right)),
  );
}

/** The stem of a word, and its stems without a comparative ending. */
function formsOf(lower: string): string[] {
  const forms = [stemWord(lower, 'en')];
  const base = /^(.{3,}?)(?:ier|iest|er|est)$/.exec(lower)?.[1];
  if (base !== undefined)
    forms.push(stemWord(base, 'en'), `${base}e`, stemWord(`${base}y`, 'en'), base.replace(/(.)\1$/, '$1'));
  return forms;
}

function differByPrefix(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length < 4) return false;
  return ['un', 'in', 'im', 'ir', 'il', 'non', 'dis', 'mis'].some((prefix) => long === prefix + short);
}
