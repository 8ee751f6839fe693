import type { Piece } from './pieces.ts';

const COMPARATIVE =
  /^(?:mehr|weniger|anders|so|ebenso|sowohl|eher|lieber|besser|früher|später|\p{Ll}{3,}er(?:e[nrms]?)?)$/u;
const NO_COMPARATIVE =
  /^(?:aber|über|unter|hinter|oder|wieder|immer|(?:uns|ihr|sein|ein|dies|jed|welch)er(?:e[nrms]?)?)$/u;

/** Whether a German clause says when an event was: after a comma, "als" begins a clause. */
export function isPastClause(claim: readonly Piece[], tail: readonly Piece[]): boolean {
  if (tail[0]?.text !== 'als' || tail.some(({ mark }) => mark)) return false;
  return !claim.some(({ text }) => COMPARATIVE.test(text) && !NO_COMPARATIVE.test(text));
}

const COMPLEMENT = /^(?:dass|ob|wie|warum|weshalb|wer|wen|wem)$/u;
const PARTICLE =
  /^(?:ab|an|auf|aus|bei|ein|fest|fort|frei|her|hin|los|mit|nach|statt|teil|vor|weg|weiter|wieder|zu|zurück|zusammen)$/u;
const INFINITIVE = /^(?:\p{Ll}{4,}n|tun|sein)$/u;
const SHORTEST_CLAUSE = 4;

/** Whether a German tail holds a part of the claim's own clause: its verb, its particle or its object. */
export function isGermanRemainder(
  before: readonly Piece[],
  tail: readonly Piece[],
  isEvent: boolean,
): boolean {
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
  // An event that one thing took part in happened whatever else is told of it.
  const isOne = ONE.test(before.at(-2)?.text ?? '') && CAPITAL.test(before.at(-1)?.text ?? '');
  if (isEvent && isOne && tail.slice(0, 2).some(({ text }) => OF_ONE.test(text))) return false;
  return isRestrictive(before, tail);
}

const ONE = /^(?:das|den|dem)$/u;
const OF_ONE = /^(?:das|der|den|dem|dessen)$/u;
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
