import { countNumbers, isDate, isTime } from './adjuncts.ts';
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
  if (isReason(cut, tail) || (!first.mark && tellsWhen(cut, tail))) return !has(tail, language, 'saying');
  if (ENDS.test(first.text) && (isContrast(cut, tail) || isConcession(tail, language))) return true;
  const isOwn = first.text === ';' || first.text === ':';
  const checked = isOwn ? openingOf(told.slice(end), language) : told.slice(end);
  if (limits(checked, language) || TAKES_BACK.some((list) => has(tail, language, list))) return false;
  if (first.text === '(') return language !== 'ja' && addsRemark(cut, tail);
  if (isOwn) return language !== 'ja' && (first.text === ';' || !isPlaced(tail, language));
  if (isUnspaced(language)) return language === 'zh' && ENDS.test(first.text) && !TIMED.test(joined(tail));
  if (!first.mark) return isSecondClause(cut, tail) || isAdjunct(cut, tail);
  if (!ENDS.test(first.text) || isOpeningOnly(cut) || begins(tail, 0, language, 'copula')) return false;
  if (language === 'de' && isPastClause(cut, tail)) return true;
  if (language === 'de' && tail[0]?.text === 'als') return false;
  if (isList(cut, tail) || !opensAdjunct(tail, language)) return false;
  return language !== 'de' || !isGermanRemainder(told.slice(0, end), tail);
}

const ENDS = /^[,—]$/u;
// A clause after a semicolon or colon stands by itself, unless its first words go back to the claim.
const OPENING = 5;
const TAKES_BACK = ['denial', 'saying'] as const;
// "…, on Sundays it is otherwise": the time that 则 sets against the claim limits it.
const TIMED = /^.{0,6}[日天晚末季年月点时]则/u;

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

/** Whether the tail only gives a reason; what a reason denies or limits is not the claim. */
function isReason({ claim, language }: Compared, tail: readonly Piece[]): boolean {
  // "Did not leave because …" may deny the reason, "could not leave because …" does not.
  if (has(claim, language, 'negation') && !has(claim, language, 'ability')) return false;
  if (!isUnspaced(language)) return begins(tail, 0, language, 'reason');
  const text = joined(tail);
  return [...listOf(language, 'reason')].some((word) => text.startsWith(word));
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
function isConcession(tail: readonly Piece[], language: string): boolean {
  if (isUnspaced(language) || !begins(tail, 0, language, 'concession')) return false;
  const rest = tail.slice(tail[1]?.text === 'if' || tail[1]?.text === 'wenn' ? 2 : 1);
  return !has(rest, language, 'negation') && !limits(rest, language) && !has(rest, language, 'universal');
}

const COMPARATIVE =
  /^(?:mehr|weniger|anders|so|ebenso|sowohl|eher|lieber|besser|früher|später|\p{Ll}{3,}er(?:e[nrms]?)?)$/u;
const NO_COMPARATIVE =
  /^(?:aber|über|unter|hinter|oder|wieder|immer|(?:uns|ihr|sein|ein|dies|jed|welch)er(?:e[nrms]?)?)$/u;

/** Whether a German clause says when an event was: after a comma, "als" begins a clause. */
function isPastClause({ claim, event }: Compared, tail: readonly Piece[]): boolean {
  if (event < 0 || tail[0]?.text !== 'als' || tail.some(({ mark }) => mark)) return false;
  return !claim.some(({ text }) => COMPARATIVE.test(text) && !NO_COMPARATIVE.test(text));
}

/** Whether "and" begins a second clause, or says what else the subject did. */
function isSecondClause({ claim, language, event }: Compared, tail: readonly Piece[]): boolean {
  if (!begins(tail, 0, language, 'join')) return false;
  if (begins(tail, 1, language, 'clause')) return true;
  if (event < 0 || event >= claim.length - 1 || tail.length < SHORTEST_DEED) return false;
  const deed = tail[1]?.text ?? '';
  if (language === 'es') return /^\p{Ll}{2,}(?:ó|aron|ieron)$/u.test(deed);
  if (language !== 'en' || !(/^\p{Ll}{2,}ed$/u.test(deed) || listOf('en', 'past').has(deed))) return false;
  return (
    begins(tail, 2, 'en', 'determiner') || begins(tail, 2, 'en', 'preposition') || tail[2]?.text === 'to'
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
  if (event < 0 || cut.measured) return false;
  if (isTime(tail, language)) return cut.dates <= 1;
  if (
    !isSetting ||
    PART_OF.test(tail[2]?.text ?? '') ||
    event >= claim.length - 1 ||
    choosesAmong(claim, language)
  )
    return false;
  return !has(claim, language, 'complex');
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

/** Whether a tail says when an event was: "when the chair fell ill". What was denied then is not the claim. */
function tellsWhen({ claim, language, event, measured }: Compared, tail: readonly Piece[]): boolean {
  if (event < 0 || measured || tail.length > LONGEST_CLAUSE) return false;
  if (has(claim, language, 'complex')) return false;
  if (tail.length < 2 || tail.some(({ mark }) => mark) || !begins(tail, 0, language, 'since')) return false;
  return !has(tail.slice(1), language, 'limit');
}

/** Whether a tail says from when something planned holds: "dès la semaine prochaine". */
function startsLater({ claim, language, measured }: Compared, tail: readonly Piece[]): boolean {
  if (measured || has(claim, language, 'negation')) return false;
  if (FUTURE.get(language)?.test(joined(claim)) !== true) return false;
  const from = tail[0]?.text === 'a' || tail[0]?.text === 'à' ? 3 : 1;
  const articles = /^(?:del?|du|de|la|le|el|l')$/u;
  const rest = tail.slice(from);
  return isTime(rest, language) || isTime(rest.slice(articles.test(rest[0]?.text ?? '') ? 1 : 0), language);
}

/** Whether a claim ends with the date of something planned: "The next meeting is on 11 April". */
function isScheduled(claim: readonly Piece[], language: string): boolean {
  if (has(claim, language, 'negation') || has(claim, language, 'universal')) return false;
  return claim.some(
    (_, at) =>
      begins(claim, at, language, 'schedule') &&
      at < claim.length - 1 &&
      isDate(claim.slice(at + 1), language),
  );
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

const COMPLEMENT = /^(?:dass|ob|wie|warum|weshalb|wer|wen|wem)$/u;
const PARTICLE =
  /^(?:ab|an|auf|aus|bei|ein|fest|fort|frei|her|hin|los|mit|nach|statt|teil|vor|weg|weiter|wieder|zu|zurück|zusammen)$/u;
const INFINITIVE = /^(?:\p{Ll}{4,}n|tun|sein)$/u;
const SHORTEST_CLAUSE = 4;

/** Whether a German tail holds a part of the claim's own clause: its verb, its particle or its object. */
function isGermanRemainder(before: readonly Piece[], tail: readonly Piece[]): boolean {
  if (
    COMPLEMENT.test(tail[0]?.text ?? '') ||
    (tail[0]?.text !== 'und' && PARTICLE.test(tail.at(-1)?.text ?? ''))
  )
    return true;
  const isInfinitive = tail.some(
    ({ text }, at) =>
      /^(?:ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|statt|teil|vor|weg|weiter|wieder|zurück|zusammen)zu\p{Ll}+n$/u.test(
        text,
      ) ||
      (text === 'zu' && INFINITIVE.test(tail[at + 1]?.text ?? '')),
  );
  if (isInfinitive && tail[0]?.text !== 'um') return true;
  if (isVerbFirst(tail)) return true;
  const last = tail.findLastIndex(({ mark }) => mark);
  if (last >= 0 && tail.length - last - 1 < SHORTEST_CLAUSE) return true;
  return isRestrictive(before, tail);
}

const VERB = /^\p{Ll}+(?:t|te|ten|en)$/u;
const SUBJECT = /^(?:der|die|das|ein|eine|seine?|ihre?|man|er|sie|es|ihm|ihr|ihnen|\p{Lu}.*)$/u;

/** Whether a German tail begins with its verb, as clauses that report ("meldet die Zeitung") or set conditions do. */
function isVerbFirst([first, second]: readonly Piece[]): boolean {
  return (
    VERB.test(first?.text ?? '') && !FUNCTION.test(first?.text ?? '') && SUBJECT.test(second?.text ?? '')
  );
}

const FUNCTION = /^(?:mit|seit|samt|den|unten|oben|gegen|neben|zwischen|wegen|damit|somit|letzten|ersten)$/u;

/** Whether a German relative clause may choose among several, as in "Kunden, die zahlen": commas do not tell. */
export function isRestrictive(before: readonly Piece[], clause: readonly Piece[]): boolean {
  const opening = clause.findIndex(({ text }) => PRONOUN.test(text));
  if (opening < 0 || opening > 1) return false;
  if (opening === 1 && SUBORDINATE.test(clause[0]?.text ?? '')) return false;
  if (CARDINAL.test(before.at(-2)?.text ?? '') || isPastOfOne(before, clause)) return false;
  if (clause.some(({ text }) => /^(?:auch|übrigens|zudem)$/u.test(text))) return false;
  // An apposition such as "die Firma Tranova" ends with a noun, a clause with its verb.
  if (CAPITAL.test(clause.at(-1)?.text ?? '')) return false;
  const [first, second] = before.slice(-2);
  if ([first, second].every((piece) => CAPITAL.test(piece?.text ?? '')) && !ARTICLE.test(first?.text ?? ''))
    return false;
  return !before.slice(-4).some(({ text }) => /^eine?[nmr]?$/u.test(text));
}

const PRONOUN = /^(?:der|die|das|den|dem|deren|dessen|denen|welche[rsmn]?)$/u;
const ARTICLE = /^(?:D(?:er|ie|as|en|em)|Eine?|Kein|Jede[rs]?|Alle)$/u;
const CAPITAL = /^\p{Lu}/u;

const SUBORDINATE = /^(?:und|obwohl|als|nachdem|während|wobei|wodurch|sodass|weil)$/u;
const CARDINAL = /^(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)$/u;

/** Whether a clause tells the past of one thing, as in "das Projekt, das 310.000 Euro kostete". */
function isPastOfOne(before: readonly Piece[], clause: readonly Piece[]): boolean {
  const [article, noun] = before.slice(-2);
  return (
    /^(?:das|der|dem|den)$/u.test(article?.text ?? '') &&
    CAPITAL.test(noun?.text ?? '') &&
    /^(?:das|der|dem|den)$/u.test(clause[0]?.text ?? '') &&
    /^(?:\p{Ll}{3,}te|war|wurde|hatte)$/u.test(clause.at(-1)?.text ?? '') &&
    before.some(({ text }) => /^(?:\p{Ll}{3,}te|war|wurde|hatte)$/u.test(text))
  );
}
