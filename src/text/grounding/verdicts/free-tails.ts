import { countDates, countNumbers, isDate, isDated, isEventVerb, isTime } from './adjuncts.ts';
import { isGermanRemainder, isPastClause } from './german-tails.ts';
import {
  begins,
  countQuotes,
  has,
  hasLists,
  isUnspaced,
  joined,
  limits,
  listOf,
  type Piece,
  RELATIVE,
} from './pieces.ts';

/** A claim beside its passage. `event` is the place of the claim's verb if it tells of one event, otherwise -1. */
export type Compared = {
  claim: readonly Piece[];
  told: readonly Piece[];
  language: string;
  event: number;
  /** How many dates the passage has, counted for events only. */
  dates: number;
  /** Whether the claim states an amount that a place or a time may belong to. */
  measured: boolean;
};

/** Whether the claim may leave out everything from this piece on: an adjunct or a clause of its own. */
export function isFreeTail(cut: Compared, end: number): boolean {
  const { told, claim, language } = cut;
  const [first, ...rest] = told.slice(end);
  if (first === undefined) return countQuotes(claim) % 2 === 0;
  if (!hasLists(language) || countQuotes(claim) % 2 === 1) return false;
  const tail = first.mark ? rest : [first, ...rest];
  if (tail.some(({ text }) => text === '?')) return false;
  const isSetOff = ENDS.test(first.text);
  if (isReason(cut, tail, isSetOff) || isAim(cut, tail, isSetOff)) return !isAttributed(tail, language);
  if ((isSetOff || !first.mark) && tellsWhen(cut, tail, isSetOff)) return !has(tail, language, 'saying');
  if (begins(tail, 0, language, 'reason') || opensAim(tail, language)) return false;
  if (isSetOff && isContrast(cut, tail)) return true;
  if ((isSetOff || !first.mark) && isConcession(cut, tail)) return true;
  const isOwn = first.text === ';' || first.text === ':';
  const checked = isOwn ? openingOf(told.slice(end), language) : withoutHedges(told.slice(end), language);
  if (limits(checked, language) || TAKES_BACK.some((list) => has(tail, language, list))) return false;
  if (first.text === '(') return language !== 'ja' && addsRemark(cut, tail);
  if (isOwn) return language !== 'ja' && (first.text === ';' || !isPlaced(tail, language));
  if (isUnspaced(language)) return language === 'zh' && ENDS.test(first.text) && !TIMED.test(joined(tail));
  if (!first.mark) return isSecondClause(cut, tail) || isAdjunct(cut, tail);
  if (!isSetOff || isOpeningOnly(cut) || begins(tail, 0, language, 'copula')) return false;
  const isOpen = (cut.event < 0 || cut.measured) && !isArranged(claim, language);
  const isTimed = !RELATIVE.test(tail[0]?.text ?? '') && isDated(tail, language);
  if (isOpen && (isTimed || isPlaced(tail, language))) return false;
  if (language === 'de' && cut.event >= 0 && isPastClause(claim, tail)) return true;
  if (language === 'de' && tail[0]?.text === 'als') return false;
  if (isList(cut, tail) || !opensAdjunct(tail, language)) return false;
  return language !== 'de' || !isGermanRemainder(told.slice(0, end), tail, cut.event >= 0);
}

const ENDS = /^[,—]$/u;
// A clause after a semicolon or colon stands by itself, unless its first words go back to the claim.
const OPENING = 5;
const TAKES_BACK = ['denial', 'saying'] as const;
// "…, on Sundays it is otherwise": the time that 则 sets against the claim limits it.
const TIMED =
  /^.{0,6}[日天晚末季年月点时]则|^(?:周[一二三四五六日末]|星期|每逢|节假日|工作日|平日|[春夏秋冬][季天])/u;

function openingOf(pieces: readonly Piece[], language: string): readonly Piece[] {
  return isUnspaced(language) ? pieces : pieces.slice(0, OPENING);
}

// These may begin the time, the place or the group that a habit, a state or a rule is limited to.
const PLACED = new Map(
  Object.entries<RegExp>({
    en: /^(?:in|on|at|for|during|under|within)$/iu,
    de: /^(?:in|im|an|am|bei|beim|für|während|nach|vor|unter)$/iu,
    fr: /^(?:en|dans|à|aux?|pour|pendant|durant|chez|sous)$/iu,
    es: /^(?:en|al?|para|durante|bajo)$/iu,
  }),
);

export function isPlaced(pieces: readonly Piece[], language: string): boolean {
  return PLACED.get(language)?.test(pieces[0]?.text ?? '') === true;
}
const SHORTEST_REMARK = 3;

/** Whether a claim is only a phrase that opens a sentence, such as "Unlike the valves". */
function isOpeningOnly({ claim, language, event }: Compared): boolean {
  if (event >= 0 || language === 'de' || claim.some(({ mark }) => mark)) return false;
  return (['preposition', 'since', 'saying'] as const).some((list) => begins(claim, 0, language, list));
}

/** Whether brackets hold more than a time, a place or a group that the claim is limited to. */
function addsRemark({ language, event }: Compared, tail: readonly Piece[]): boolean {
  const inside = tail.filter(({ mark }) => !mark);
  if (isUnspaced(language)) return inside.length > LONGEST_LAST;
  if (event >= 0 || inside.some(({ text }) => /\p{N}|^\p{Lu}{2}/u.test(text))) return true;
  return inside.length >= SHORTEST_REMARK && !isPlaced(inside, language);
}

const HEDGE = /^(?:almost|nearly|fast|beinahe|nahezu|presque|quasiment|environ|casi)$/u;

/** Leaves out the words that only say that a number behind them is not exact. */
function withoutHedges(pieces: readonly Piece[], language: string): readonly Piece[] {
  if (isUnspaced(language)) return pieces;
  return pieces.filter(
    ({ text }, at) => !HEDGE.test(text) || countNumbers(pieces.slice(at + 1, at + 3), language) === 0,
  );
}

// After a comma, these begin a reason if a clause or a thing follows.
const AS = /^(?:as|since|comme)$/u;
const NEVER_DENIED = /^(?:denn|da)$/u;

/** Whether the tail only gives a reason; what a reason denies or limits is not the claim. */
function isReason({ claim, language }: Compared, tail: readonly Piece[], isSetOff: boolean): boolean {
  const [first] = tail;
  // "Did not leave because …" may deny the reason. After a comma or "could not", it does not.
  const isDenied = has(claim, language, 'negation') && !has(claim, language, 'ability');
  const isApart = language === 'de' ? NEVER_DENIED.test(first?.text ?? '') : isSetOff;
  if (isDenied && !isApart) return false;
  if (isUnspaced(language)) {
    const text = joined(tail);
    return [...listOf(language, 'reason')].some((word) => text.startsWith(word));
  }
  if (begins(tail, 0, language, 'reason')) return true;
  return (
    isSetOff &&
    AS.test(first?.text ?? '') &&
    begins(tail, 1, language, 'determiner') &&
    (['saying', 'limit'] as const).every((list) => !has(tail, language, list))
  );
}

const MAY =
  /^(?:can|may|could|might|must|needs?|has|have|muss|müssen|doit|doivent|devra|devront|faut|debe|deben|allowed|permitted|free|darf|dürfen|durften?|kann|können|konnten?|frei|erlaubt|kostenlos|peut|peuvent|pourra|pourront|autorisée?s?|gratuite?s?|puede|pueden|podrán?|permitid[oa]s?|gratis|gratuit[oa]s?)$/u;

/** Whether the tail only says what for. What is allowed may be allowed for this only. */
function isAim({ claim, language, event }: Compared, tail: readonly Piece[], isSetOff: boolean): boolean {
  if (!opensAim(tail, language) || has(claim, language, 'negation')) return false;
  // "Um" begins an amount or an hour, too.
  if (
    language === 'de' &&
    !(isSetOff && (tail[0]?.text !== 'um' || tail.some(({ text }) => /zu/u.test(text))))
  )
    return false;
  if (claim.some(({ text }) => MAY.test(text)) || has(tail, language, 'limit')) return false;
  return event >= 0 || isSetOff || (!has(claim, language, 'limit') && isPlanned(claim, language));
}

const INFINITIVE = /^(?![dl]')\p{Ll}*(?:[aei]r|ír|re)(?:se|l[aeo]s?)?$/u;

/** Whether a verb follows a word that begins an aim: "para" and "pour" may begin other things. */
function opensAim([first, ...rest]: readonly Piece[], language: string): boolean {
  if (first === undefined || !begins([first, ...rest], 0, language, 'aim')) return false;
  return !/^(?:para|pour)$/u.test(first.text) || rest.slice(0, 2).some(({ text }) => INFINITIVE.test(text));
}

function isPlanned(claim: readonly Piece[], language: string): boolean {
  return FUTURE.get(language)?.test(joined(claim)) === true;
}

const ATTRIBUTED = /^(?:according|laut|zufolge|selon|d'après|según)$/u;

/** Whether somebody is named who says so, outside of the tail's own clause. */
function isAttributed(tail: readonly Piece[], language: string): boolean {
  const mark = tail.findIndex((piece) => piece.mark);
  return (
    (mark >= 0 && has(tail.slice(mark), language, 'saying')) || tail.some(({ text }) => ATTRIBUTED.test(text))
  );
}

const BACK = /^(?:it|them|this|that|these|those|so|did|do|sie|ihn|es|dies|dieses|cela|ceci|eso|esto|ello)$/u;

/** Whether a tail sets another subject against an event: "…, but the archive kept the letters". */
function isContrast(cut: Compared, tail: readonly Piece[]): boolean {
  const { language, event, claim } = cut;
  if (event < 0 && !isComparison(claim, language)) return false;
  if (!begins(tail, 0, language, 'contrast')) return false;
  const [subject, ...rest] = tail.slice(1);
  if (subject === undefined || isTime(tail.slice(1, 4), language) || limits(tail.slice(1), language))
    return false;
  if (isTime(tail.slice(2, 3), language) || has(tail.slice(1), language, 'universal')) return false;
  if (tail.some(({ text }) => BACK.test(text)) || isDate(tail.slice(1, 3), language)) return false;
  const isNoun =
    begins([subject], 0, language, 'determiner') ||
    /^\p{Lu}/u.test(subject.text) ||
    (language === 'en' && subject.text.endsWith('s') && listOf('en', 'past').has(rest[0]?.text ?? ''));
  return isNoun && rest.length > 0;
}

const THAN = /^(?:than|als|que)$/u;

function isComparison(claim: readonly Piece[], language: string): boolean {
  return (
    !has(claim, language, 'negation') &&
    !has(claim, language, 'copula') &&
    !has(claim, language, 'universal') &&
    claim.some(({ text }) => THAN.test(text))
  );
}

/** Whether a tail only concedes something: "…, although the ground is stony". */
function isConcession({ language, event }: Compared, tail: readonly Piece[]): boolean {
  if (event < 0 && tail.some(({ mark }) => mark)) return false;
  if (isUnspaced(language) || !begins(tail, 0, language, 'concession')) return false;
  const rest = tail.slice(tail[1]?.text === 'if' || tail[1]?.text === 'wenn' ? 2 : 1);
  return !has(rest, language, 'negation') && !limits(rest, language) && !has(rest, language, 'universal');
}

/** Whether "and" begins a second clause, or says what else the subject did. */
function isSecondClause({ language, event }: Compared, tail: readonly Piece[]): boolean {
  if (!begins(tail, 0, language, 'join')) return false;
  if (begins(tail, 1, language, 'clause')) return true;
  if (event < 0 || tail.length < SHORTEST_DEED) return false;
  if (language === 'de') return isEventVerb(tail, 1, 'de');
  const deed = tail[1]?.text ?? '';
  if (language === 'fr') return /(?:[éiu]|is|ert)$/u.test(deed) && begins(tail, 2, 'fr', 'determiner');
  if (language === 'es') return /^\p{Ll}{2,}(?:ó|aron|ieron)$/u.test(deed);
  if (language !== 'en' || !(/^\p{Ll}{2,}ed$/u.test(deed) || listOf('en', 'past').has(deed))) return false;
  return (
    begins(tail, 2, 'en', 'determiner') ||
    begins(tail, 2, 'en', 'preposition') ||
    countNumbers(tail.slice(2, 3), 'en') > 0 ||
    tail[2]?.text === 'to'
  );
}

const SHORTEST_DEED = 3;
const LONGEST_ADJUNCT = 14;
const LONGEST_CLAUSE = 25;
const FUTURE = new Map(
  Object.entries<RegExp>({
    en: /\bwill \p{Ll}{2,}/u,
    fr: /(?<!\p{L})(?:(?:censé|prévu)e?s?|doit|doivent|va|vont|sera|seront|(?!dur|coût|rest)\p{Ll}{3,}er(?:a|ont))(?!\p{L})/u,
    es: /(?<!\p{L})(?!estar|podr|deber|habr|tendr|permanecer|costar|durar)\p{Ll}{3,}r(?:á|án)(?!\p{L})/u,
  }),
);

/** Whether a tail without a comma is a place, time or companion that an event does not need. */
function isAdjunct(cut: Compared, tail: readonly Piece[]): boolean {
  const { claim, language, event } = cut;
  if (language === 'de' || tail.length > LONGEST_CLAUSE || tail.some(({ mark }) => mark)) return false;
  if (has(tail, language, 'universal') || begins(claim, claim.length - 1, language, 'preposition'))
    return false;
  if (begins(tail, 0, language, 'start') && startsLater(cut, tail)) return true;
  const isSetting = tail.length <= LONGEST_ADJUNCT && begins(tail, 0, language, 'setting');
  if (isSetting && isScheduled(claim, language)) return true;
  if (event < 0 || cut.measured || aims(claim, language)) return false;
  if (isTime(tail, language)) return cut.dates <= 1;
  if (
    !isSetting ||
    PART_OF.test(tail[2]?.text ?? '') ||
    isElsewhere(tail) ||
    event >= claim.length - 1 ||
    choosesAmong(claim, language)
  )
    return false;
  return !has(claim, language, 'complex');
}

const INFINITIVES = new Map(
  Object.entries<RegExp>({
    en: /\bto (?!the|an?|its|their|his|her|one|two)\p{Ll}{2,}/u,
    fr: /(?:^|\s)(?:de |à |d')?\p{Ll}{2,}(?:er|ir|dre|tre|oir)(?!\p{L})/u,
    es: /(?:^|\s)\p{Ll}{2,}(?:ar|er|ir)(?:se|l[aeo]s?)?(?!\p{L})/u,
  }),
);

/** Whether a claim names something wanted or ordered, which a time or a place behind it may belong to. */
function aims(claim: readonly Piece[], language: string): boolean {
  return INFINITIVES.get(language)?.test(joined(claim)) === true;
}

const ELSEWHERE =
  /^(?:stud(?:y|ies)|trials?|tests?|experiments?|simulations?|models?|dreams?|novels?|films?|stor(?:y|ies)|games?|polls?|surveys?|études?|essais?|modèles?|rêves?|romans?|sondages?|jeux?|estudios?|ensayos?|pruebas?|modelos?|simulación|sueños?|novelas?|películas?|encuestas?|juegos?)$/u;

/** Whether a phrase names something that tells or tests what need not hold outside of it: "in a study of mice". */
export function isElsewhere(pieces: readonly Piece[]): boolean {
  return pieces.some(({ text }) => ELSEWHERE.test(text));
}

const PART_OF = /^(?:of|de|des|du|del|d'.*)$/u;
const PLURAL = /(?:[^sui]s|x|people|children|men)$/u;

/** Whether a claim ends with things that a tail may choose among: "closed the shops at the station". */
function choosesAmong(claim: readonly Piece[], language: string): boolean {
  const last = claim.at(-1)?.text ?? '';
  if (!PLURAL.test(last) || /^\p{Lu}/u.test(last)) return false;
  const opening = claim.slice(-LONGEST_NOUN, -1);
  return !isDate(claim.slice(-2), language) && countNumbers(opening, language) === 0;
}

const LONGEST_NOUN = 3;

export const DEGREE = /^(?:just|shortly|soon|right|juste|peu|justo|poco)$/iu;
const WHEN = /^(?:when|lorsqu.*|quand|cuando)$/u;

/** Whether a tail says when an event was: "when the chair fell ill". What was denied then is not the claim. */
function tellsWhen(cut: Compared, tail: readonly Piece[], isSetOff: boolean): boolean {
  const { claim, language, event, measured } = cut;
  const from = DEGREE.test(tail[0]?.text ?? '') ? 1 : 0;
  if (tail.length < from + 2 || tail.length > LONGEST_CLAUSE || tail.some(({ mark }) => mark)) return false;
  if (has(tail.slice(from + 1), language, 'limit')) return false;
  // "In 2022, when …" says more about a time that the claim keeps.
  const isMore = isSetOff && (WHEN.test(tail[0]?.text ?? '') || begins(tail, from, language, 'since'));
  if (isMore && [1, 2, 3, 4].some((length) => isTime(claim.slice(-length), language))) return true;
  if (isSetOff && WHEN.test(tail[0]?.text ?? '')) return false;
  if (event < 0 || measured || has(claim, language, 'complex') || aims(claim, language)) return false;
  // "After nine" is an hour, which a habit may have.
  const last = tail.slice(-1);
  if (HOUR.test(joined(last)) || countNumbers(last, language) > 0) return false;
  return begins(tail, from, language, 'since');
}

const HOUR = /^(?:hours?|noon|midnight|o'clock|heures?|midi|minuit|horas?|mediodía|medianoche)$/u;

/** Whether a tail says from when something planned holds: "dès la semaine prochaine". */
function startsLater({ claim, language, measured }: Compared, tail: readonly Piece[]): boolean {
  if (measured || has(claim, language, 'negation')) return false;
  if (!isPlanned(claim, language)) return false;
  const from = tail[0]?.text === 'a' || tail[0]?.text === 'à' ? 3 : 1;
  const articles = /^(?:del?|du|de|la|le|el|l')$/u;
  const rest = tail.slice(from);
  return isTime(rest, language) || isTime(rest.slice(articles.test(rest[0]?.text ?? '') ? 1 : 0), language);
}

/** Whether a claim ends with the date of something planned: "The next meeting is on 11 April". */
function isScheduled(claim: readonly Piece[], language: string): boolean {
  if (!isArranged(claim, language)) return false;
  return claim.some(
    (_, at) => begins(claim, at, language, 'schedule') && isDate(claim.slice(at + 1), language),
  );
}

/** Whether a claim gives the date of something planned, whose hour may go. */
function isArranged(claim: readonly Piece[], language: string): boolean {
  if (has(claim, language, 'negation') || has(claim, language, 'universal')) return false;
  return has(claim, language, 'schedule') && countDates(claim, language) > 0;
}

const LONGEST_ITEM = 3;
// An item of a list has the same preposition as the one before: "in Orr, in Vell and in Tarn".
const LONGEST_LAST = 6;
const SHORTEST_PHRASE = 4;
const PARTICIPLE = /(?:[éi]e?s?|ant|[aio]d[ao]s?|[ií]d[ao]s?|ndo|[crp]ert[ao]s?|puest[ao]s?|\p{N})$/u;

/**
 * Whether a tail adds something: a short phrase with a preposition limits ("…, in mice"), and a tail that begins with
 * a verb reports in French and Spanish.
 */
function opensAdjunct(tail: readonly Piece[], language: string): boolean {
  const opening = tail.slice(0, 1);
  if (has(opening, language, 'preposition')) return tail.length >= SHORTEST_PHRASE;
  return (
    listOf(language, 'opening').size === 0 ||
    has(opening, language, 'opening') ||
    PARTICIPLE.test(opening[0]?.text ?? '')
  );
}

/** Whether a tail goes on with a list: ", Leeds and York". */
export function isList(
  { claim, language }: Pick<Compared, 'claim' | 'language'>,
  tail: readonly Piece[],
): boolean {
  const opening = tail[0]?.text;
  if (
    has(tail.slice(0, 1), language, 'preposition') &&
    !claim.slice(-LONGEST_LAST).some(({ text }) => text === opening)
  )
    return false;
  const ends = (piece: Piece): boolean =>
    piece.mark || has([piece], language, 'join') || /^(?:or|oder|ou|o)$/u.test(piece.text);
  if (
    language === 'de' &&
    tail[0]?.text === 'und' &&
    /^\p{Ll}{3,}(?:t|te|ten|en)$/u.test(tail.at(-1)?.text ?? '')
  )
    return false;
  const at = tail.findIndex((piece, place) => place > 0 && ends(piece));
  if (has(tail.slice(0, 1), language, 'join')) return tail.length <= LONGEST_ITEM + 1;
  return at > 0 && at <= LONGEST_ITEM;
}
