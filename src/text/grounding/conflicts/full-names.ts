import type { Token } from '#text/grounding/alignment/token.ts';
import type { Span } from '#text/grounding/flag.ts';
import { holds, type SourceIndex, sentenceAt, termOf } from '#text/grounding/source-index.ts';
import { foldAccents, type Word } from '#text/sentences/words.ts';
import words from './names.json' with { type: 'json' };

// A name that the source has more often than this is too common to tell people apart.
const MOST_MENTIONS = 40;

/** Nouns for people by office or work, which may stand before any name: "Coach Mia Falk". */
const ROLES: ReadonlySet<string> = new Set(words.roles.flatMap((row) => row.split(' ')));

const TITLES: ReadonlySet<string> = new Set(words.titles.flatMap((row) => row.split(' ')));

/** Whether a word addresses people by their sex, degree or rank, and is no part of their names. */
export function isTitle(lower: string): boolean {
  return TITLES.has(lower);
}

/** Whether a capitalised word before a name says what somebody is, and names nobody. */
export function isRole(lower: string): boolean {
  return ROLES.has(lower) || (lower.endsWith('s') && ROLES.has(lower.slice(0, -1)));
}

/** Whether a word stands directly before a full name of the source, so that it may say what that person is. */
export function precedesFullName(next: readonly Token[], source: SourceIndex): boolean {
  const [first, last] = next;
  if (first === undefined || last === undefined || last.boundary || !last.capital) return false;
  return followersOf(first, source).some(({ lower }) => isInflected(lower, last.lower));
}

/**
 * Finds the full name of the source that a claim changes: its first name goes with another last name there, and the
 * last name with another first name. Where capitals do not mark names, the last name may also be unknown.
 */
export function findClash(first: Token, last: Token, source: SourceIndex): Span | undefined {
  if (first.light || last.light || last.boundary || isTimeWord(first.lower)) return undefined;
  if (isTitle(first.lower)) return undefined;
  const followers = followersOf(first, source);
  const [follower] = followers;
  if (follower === undefined || followers.some(({ lower }) => isInflected(lower, last.lower)))
    return undefined;
  const mentions = placesOf(first.lower, source);
  const others = placesOf(last.lower, source).filter((at) => isCapital(source.words[at], source));
  if (others.some((at) => mentions.some((place) => Math.abs(place - at) <= 2))) return undefined;
  const known = others.filter((at) => source.words[at]?.lower === last.lower);
  const isAlways = followers.length === mentions.length && !isRole(first.lower);
  const isTaken =
    known.some((at) => isNamed(source.words[at - 1], source.words[at], source)) ||
    (isAlways && (known.length === 0 || known.length === placesOf(last.lower, source).length));
  const name = source.words[mentions.find((at) => source.words[at + 1] === follower) ?? -1];
  return isTaken && name !== undefined ? { start: name.start, end: follower.end } : undefined;
}

/** The capitalised words that the source writes directly behind a word. */
function followersOf(token: Token, source: SourceIndex): Word[] {
  return placesOf(token.lower, source).flatMap((at) => {
    const [word, next] = [source.words[at], source.words[at + 1]];
    return isBefore(word, next, source) && next !== undefined ? [next] : [];
  });
}

function placesOf(lower: string, source: SourceIndex): number[] {
  const places = source.positions.get(termOf(lower, source)) ?? [];
  return places.length > MOST_MENTIONS ? [] : places;
}

/** Whether two words are parts of one name: both have capitals, and only a blank stands between them. */
function isBefore(word: Word | undefined, next: Word | undefined, source: SourceIndex): boolean {
  if (word === undefined || next === undefined || word.light || next.light) return false;
  const isJoined = next.start - word.end === 1 && /\s/.test(source.text.charAt(word.end));
  return isJoined && isCapital(word, source) && isCapital(next, source);
}

/** Whether a first name, an initial or a title stands before a name. */
export function isNamed(before: Word | undefined, name: Word | undefined, source: SourceIndex): boolean {
  if (before === undefined || name === undefined || name.start - before.end > 2) return false;
  const isInitial = before.end - before.start === 1 && isCapital(before, source);
  return isInitial || isTitle(before.lower) || isBefore(before, name, source);
}

function isCapital(word: Word | undefined, { text }: SourceIndex): boolean {
  return word !== undefined && /^\p{Lu}/u.test(text.charAt(word.start));
}

/** Whether one form of a name is the genitive of the other. */
function isInflected(left: string, right: string): boolean {
  const [short, long] = [foldAccents(left), foldAccents(right)].toSorted((a, b) => a.length - b.length);
  return (
    short !== undefined &&
    long !== undefined &&
    long.startsWith(short) &&
    /^(?:e?n?s|')?$/.test(long.slice(short.length))
  );
}

function isTimeWord(lower: string): boolean {
  return /^(?:anfang|mitte|ende|seit|bis)$/.test(lower);
}

/** Whether a claim writes out a short name of the source, as "United Nations" for "UN". */
export function isSpelledOut(run: readonly Token[], source: SourceIndex): boolean {
  const lowers = run.map(({ lower }) => lower);
  if (words.sameNames.some((group) => isAlias(group.split('|'), lowers.join(' '), source))) return true;
  if (run.length < 2) return false;
  const initials = lowers.map((lower) => lower.charAt(0)).join('');
  return (source.positions.get(initials) ?? []).some((at) => {
    const { start = 0, end = 0 } = source.words[at] ?? {};
    return /^\p{Lu}+$/u.test(source.text.slice(start, end));
  });
}

function isAlias(group: readonly string[], name: string, source: SourceIndex): boolean {
  return (
    group.includes(name) &&
    group.some((other) => other !== name && source.names.has(other.split(' ').at(-1) ?? ''))
  );
}

const POSSESSIVES: ReadonlySet<string> = new Set(words.possessives.split(' '));

/** Whether words of a sentence may call somebody one of a named party: "Its envoy" after a sentence about that party. */
export function maySpeakFor(party: readonly Token[], told: readonly Token[], source: SourceIndex): boolean {
  const place = told.find(({ lower }) => POSSESSIVES.has(lower));
  if (place === undefined) return false;
  const sentence = sentenceAt(source, place.start);
  const terms = party.map(({ lower }) => termOf(lower, source));
  return terms.some((term) => holds(source, term, sentence - 1));
}

/** Whether the source has a word only with a capital, not only at the start of sentences or items of a list. */
export function isAlwaysName(lower: string, source: SourceIndex): boolean {
  const { positions, words: written, sentenceOf } = source;
  const places = (positions.get(termOf(lower, source)) ?? []).slice(0, MOST_MENTIONS);
  const isInside = (at: number) =>
    sentenceOf[at] === sentenceOf[at - 1] && /\p{L}/u.test(written[at - 1]?.lower ?? '');
  return (
    places.every((at) => isCapital(written[at], source)) &&
    places.some((at) => isInside(at) || isBefore(written[at], written[at + 1], source))
  );
}
