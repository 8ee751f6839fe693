import type { JudgedDetail, Span } from '#text/grounding/flag.ts';
import { findQuantities } from '#text/grounding/quantities.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { foldedText } from '#text/grounding/source-text.ts';
import { stopwordsOf } from '#text/language/stopwords.ts';
import { foldAccents } from '#text/sentences/words.ts';
import type { AcrossIndex, Alignment, Conflict, Passage } from './align.ts';
import {
  type Country,
  cognateForm,
  findConcepts,
  findCountries,
  isSameName,
  nameSkeleton,
  otherFormsOf,
} from './find-keys.ts';
import { chineseNameConflicts, findPinyin, placeOfPinyin } from './initials.ts';

const LATIN_NAME = /(?<![\p{Script=Latin}\d])\p{Lu}[\p{Script=Latin}\d]*(?:[.&'’-][\p{Script=Latin}\d]+)*/gu;
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
const LATIN = /\p{Script=Latin}{3}/u;
// Capitals mark names in these languages. Behind an article they mark titles and bodies: "la Cour", "the Greens".
const CAPITALS_NAME = new Set(['en', 'fr', 'es', 'it', 'pt', 'nl']);
const PLACED =
  /(?<!\p{L})(?:à|de|d['’]|en|vers|près de|chez|selon|par|in|to|from|at|near|by|according to|a|desde|hacia|según|por|di|da|em|para|van|naar|door|bij) ?$/iu;
const STRONG = 4.5;

type Input = { text: string; alignment: Alignment; language: string; index: AcrossIndex };

/**
 * Judges the countries and names of a claim. Those that the source writes alike are found; those that it has in no
 * spelling are flagged where the languages can be compared, and are not checked elsewhere.
 */
export function judgeNames(input: Input): JudgedDetail[] {
  const { text, language, index, alignment } = input;
  const wrong = [...foreignCountries(input), ...latinInOtherScript(input), ...unknownNames(input)];
  const flagged = wrong.map(
    (span): JudgedDetail => ({
      kind: 'name',
      ...span,
      verdict: 'not-in-the-source',
      flags: [{ kind: 'name', ...span, reason: 'missing' }],
    }),
  );
  const taken = [...wrong, ...alignment.quantities.map(({ quantity }) => quantity)];
  const countries = findCountries(text, language).map(({ code, start, end }) => ({
    start,
    end,
    source: countryPlace(code, index),
  }));
  const others = namesIn(text, language, index).filter(
    (name) => !countries.some((each) => overlaps(each, name)),
  );
  return [
    ...flagged,
    ...[...countries, ...others]
      .filter((name) => !taken.some((span) => overlaps(span, name)))
      .map(
        ({ start, end, source }): JudgedDetail => ({
          kind: 'name',
          start,
          end,
          verdict: source === undefined ? 'not-checked' : 'found',
          ...(source && { source }),
          flags: [],
        }),
      ),
  ];
}

function overlaps(left: Span, right: Span): boolean {
  return left.start < right.end && right.start < left.end;
}

function countryPlace(code: string, { clausesWith, clauses, source }: AcrossIndex): Span | undefined {
  const clause = clauses[clausesWith.get(`r:${code}`)?.[0] ?? -1];
  if (clause === undefined) return undefined;
  const named = findCountries(source.text.slice(clause.start, clause.end), source.language);
  const found = named.find((country) => country.code === code);
  return found && { start: clause.start + found.start, end: clause.start + found.end };
}

type Placing = Span & { source: Span | undefined };

const OPENING = /(?:^|[.!?:…]["”’»)]?\s)["“‘«„(*-]*\s?$/u;
/** Names in Chinese and Japanese of two or more foreign words: 海伦·塔兰特. Only a common word ends one in Chinese. */
const DOTTED =
  /[\p{Script=Katakana}ー]{1,12}(?:[·・][\p{Script=Katakana}ー]{1,12}){1,3}|\p{Script=Han}{1,5}·(?:\p{Script=Han}{1,5}·)?\p{Script=Han}{1,6}?(?=[说說称稱表在于於和与與及的是将將认認指曾已为為被把对對也都向、，。；：）)”」]|$)/gu;

/** Finds names with their place in the source. Words of a name that stand side by side are one name. */
function namesIn(text: string, language: string, index: AcrossIndex): Placing[] {
  const stopwords = stopwordsOf(language);
  const isOther = OTHER_SCRIPT.test(text);
  const found: Placing[] = [];
  for (const { 0: name, index: start } of text.matchAll(LATIN_NAME)) {
    if (name.length < 2 || stopwords.has(name.toLowerCase())) continue;
    const source = placeOf(name, index);
    // A capital marks no name at the beginning of a sentence, nor in German.
    const isSure = isOther || (CAPITALS_NAME.has(language) && !OPENING.test(text.slice(0, start)));
    if (source === undefined && (!isSure || findConcepts(name, language).length > 0)) continue;
    const last = found.at(-1);
    const word = { start, end: start + name.length, source };
    if (last !== undefined && /^[ -]$/.test(text.slice(last.end, start))) {
      last.source = last.source && source && hullOf(last.source, source);
      last.end = word.end;
    } else found.push(word);
  }
  for (const { 0: name, index: start } of text.matchAll(DOTTED))
    found.push({ start, end: start + name.length, source: spanOf(name, index.source.text) });
  return found;
}

/** The words of a name stand side by side, or one of them is used alone. */
function hullOf(left: Span, right: Span): Span {
  const hull = { start: Math.min(left.start, right.start), end: Math.max(left.end, right.end) };
  return hull.end - hull.start <= left.end - left.start + right.end - right.start + 4 ? hull : right;
}

/** Finds where the source writes a name, in the same or another spelling. Names in other scripts have no place. */
function placeOf(name: string, { source, names }: AcrossIndex): Span | undefined {
  for (const form of [name, ...otherFormsOf(name)]) {
    const place = spanOf(form, source.text);
    if (place !== undefined) return place;
  }
  return names.get(cognateForm(name));
}

function spanOf(words: string, text: string): Span | undefined {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const isPart = /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) || /[\p{L}\p{N}]/u.test(text.charAt(end));
    if (!isPart || !/\p{Script=Latin}/u.test(words)) return { start: at, end };
  }
  return undefined;
}

/** Finds countries that the source does not name, if the linked passage names one that the claim leaves out. */
function foreignCountries({ text, alignment, language, index }: Input): Span[] {
  const own = findCountries(text, language);
  const linked = alignment.sentences[0]?.sentence;
  if (linked === undefined || own.length === 0) return [];
  const others = (index.clausesOf[linked] ?? []).flatMap(({ keys }) =>
    [...keys].filter((key) => key.startsWith('r:')).map((key) => key.slice(2)),
  );
  if (!others.some((code) => !own.some((country) => country.code === code))) return [];
  return own
    .filter(({ code }) => !index.clausesWith.has(`r:${code}`))
    .map(({ start, end }) => ({ start, end }));
}

/** Finds names in Latin letters inside Chinese, Japanese, Russian and other scripts that the source does not have. */
function latinInOtherScript({ text, index: { source } }: Input): Span[] {
  if (!OTHER_SCRIPT.test(text) || !LATIN.test(source.text)) return [];
  return [...text.matchAll(LATIN_NAME)]
    .filter(([name]) => name.length > 2 && !isIn(name, source))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Finds places and persons that the source has in no spelling, if both languages use Latin letters. */
function unknownNames({ text, alignment, language, index }: Input): Span[] {
  const { source } = index;
  if (!CAPITALS_NAME.has(language) || OTHER_SCRIPT.test(text) || !LATIN.test(source.text.slice(0, 2000)))
    return [];
  if ((alignment.sentences[0]?.weight ?? 0) < STRONG) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(LATIN_NAME)) {
    const [name] = match;
    const span = { start: match.index, end: match.index + name.length };
    if (name.length < 4 || name === name.toUpperCase() || !PLACED.test(text.slice(0, span.start))) continue;
    if (findConcepts(name, language).length > 0 || findCountries(name, language).length > 0) continue;
    if (alignment.quantities.some(({ quantity }) => quantity.start < span.end && span.start < quantity.end))
      continue;
    if (!isKnown(name, index)) spans.push(span);
  }
  return spans;
}

function isKnown(name: string, { source, clausesWith, skeletons }: AcrossIndex): boolean {
  if (clausesWith.has(`w:${cognateForm(name)}`) || isIn(name, source)) return true;
  if (otherFormsOf(name).some((form) => isIn(form, source))) return true;
  const skeleton = nameSkeleton(name);
  return skeleton.length < 2 || skeletons.some((other) => isSameName(skeleton, other));
}

function isIn(name: string, source: SourceIndex): boolean {
  if (source.text.includes(name)) return true;
  const lower = foldAccents(name.toLowerCase());
  return source.acronyms.has(lower.replaceAll('.', '')) || foldedText(source).includes(lower);
}

type Name = Span & { name: string };

/** A preposition before a place; "de" and "von" stand before anything. */
const AT_PLACE =
  /(?<!\p{L})(?:in|aus|bei|nach|near|from|to|à|en|vers|près de|desde|hacia|cerca de|em|para|van|naar|bij) ?$/iu;
const SAID =
  /(?<!\p{L})(?:said|says|told|according to|sagte|sagt|erklärte|betonte|a déclaré|a dit|a expliqué|selon|dijo|declaró|afirmó|explicó|según) $/iu;
const SAYS =
  /^,? (?:said|says|told|sagte|sagt|erklärte|betonte|a déclaré|a dit|a expliqué|dijo|declaró|afirmó|explicó)(?!\p{L})/iu;
/** What joins two names of one person or of a list. */
const JOINED = /^(?: |-| (?:and|to|with|und|nach|mit|et|à|avec|y|e|a|con) |, )$/u;

/**
 * Finds names that another name replaces at the same place: behind the same other name, as in "Donna Pruett", or
 * where at least one of them stands behind a preposition of place or beside a verb of saying.
 */
export function nameConflicts(claim: Passage, source: Passage): Conflict[] {
  const countries = countryConflicts(claim, source);
  const isOther = OTHER_SCRIPT.test(claim.text);
  if (isOther !== OTHER_SCRIPT.test(source.text))
    return [
      ...countries,
      ...chineseNameConflicts(claim, source),
      ...(isOther ? leftInLatin(claim, source) : []),
    ];
  if (isOther) return countries;
  const own = namesOf(claim);
  const other = namesOf(source);
  const behind = new Map(followersOf(own, claim).map(({ first, second }) => [first.name, second]));
  const found = followersOf(other, source).flatMap(({ first, second }): Conflict[] => {
    const came = behind.get(first.name);
    if (came === undefined || isSpelledAlike(second.name, came.name)) return [];
    if (claim.text.includes(second.name) || isIn(came.name, source.index.source)) return [];
    return [{ kind: 'name', claim: placed(came, claim), source: placed(second, source) }];
  });
  if (found.length > 0) return [...countries, ...found];
  const came = own.filter(({ name }) => !isKnown(name, source.index));
  const lost = other.filter(({ name }) => !isKnown(name, claim.index));
  const left = came.find((name) => isPlaced(name, claim));
  const right = lost.find((name) => isPlaced(name, source));
  const stated = left ?? came.find((name) => isSingle(name, claim));
  const told = right ?? lost.find((name) => isSingle(name, source));
  if (stated === undefined || told === undefined || (left ?? right) === undefined) return countries;
  return [...countries, { kind: 'name', claim: placed(stated, claim), source: placed(told, source) }];
}

/** Finds a country that another one replaces. */
function countryConflicts(claim: Passage, source: Passage): Conflict[] {
  const [own] = foreignTo(claim, source);
  const [other] = foreignTo(source, claim);
  if (own === undefined || other === undefined) return [];
  return [{ kind: 'name', claim: placed(own, claim), source: placed(other, source) }];
}

function foreignTo({ text, index }: Passage, { index: other }: Passage): Country[] {
  return findCountries(text, index.source.language).filter(({ code }) => !other.clausesWith.has(`r:${code}`));
}

/** Finds Latin names in a text of another script that its source, which is in Latin letters, does not have. */
function leftInLatin(claim: Passage, { index }: Passage): Conflict[] {
  return namesOf(claim)
    .filter(({ name }) => name.length > 2 && !isIn(name, index.source))
    .map((name) => ({ kind: 'name' as const, claim: placed(name, claim), source: null }));
}

/** Pairs names with the name directly behind them. */
function followersOf(names: readonly Name[], { text, index }: Passage): { first: Name; second: Name }[] {
  const stopwords = stopwordsOf(index.source.language);
  return names.flatMap((first, at) => {
    const second = names[at + 1];
    if (second === undefined || !JOINED.test(text.slice(first.end, second.start))) return [];
    const isName = [first, second].every(({ name }) => name.length > 2 && !stopwords.has(name.toLowerCase()));
    return isName && second.name !== second.name.toUpperCase() ? [{ first, second }] : [];
  });
}

/** Whether two words may be one name in two languages. A sound may be added, but none exchanged. */
function isSpelledAlike(left: string, right: string): boolean {
  if (cognateForm(left) === cognateForm(right) || otherFormsOf(left).includes(right)) return true;
  const [short = '', long = ''] = [nameSkeleton(left), nameSkeleton(right)].toSorted(
    (a, b) => a.length - b.length,
  );
  return short === long || (short.length > 3 && long.length > short.length && isSameName(short, long));
}

function namesOf({ text }: Passage): Name[] {
  return Array.from(text.matchAll(LATIN_NAME), ({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  })).filter(({ name }) => name.length > 1);
}

/** Whether a name stands where only a place or a person does. */
function isPlaced(name: Name, { text, index }: Passage): boolean {
  const { language } = index.source;
  const before = text.slice(Math.max(0, name.start - 20), name.start);
  const after = text.slice(name.end, name.end + 16);
  // In German, a title stands there with a capital too: "sagte Präsidentin Garrec".
  const isSpeaker = SAID.test(before) && (CAPITALS_NAME.has(language) || !/^ \p{Lu}/u.test(after));
  if (!isSpeaker && !(CAPITALS_NAME.has(language) && SAYS.test(after)) && !AT_PLACE.test(before))
    return false;
  return isOwnName(name.name, language);
}

/** Whether a capital inside a sentence makes this one word a name. */
function isSingle({ name, start, end }: Name, { text, index }: Passage): boolean {
  const { language } = index.source;
  const before = text.slice(0, start);
  if (!CAPITALS_NAME.has(language) || OPENING.test(before)) return false;
  // Weekdays and months have a capital in English.
  if (findQuantities(text, language).some((quantity) => overlaps(quantity, { start, end }))) return false;
  if (/\p{Lu}\p{L}{0,40} $/u.test(before.slice(-20)) || /^ \p{Lu}/u.test(text.slice(end, end + 2)))
    return false;
  return isOwnName(name, language);
}

function isOwnName(name: string, language: string): boolean {
  if (name.length < 4 || name === name.toUpperCase()) return false;
  return findConcepts(name, language).length === 0 && findCountries(name, language).length === 0;
}

/** The names of a passage, with a test of whether another passage has them too. */
export function movableNames({ text, index, start }: Passage): (Span & { isIn(other: Passage): boolean })[] {
  const chinese = findPinyin(text);
  return [...chinese, ...namesIn(text, index.source.language, index)].map((name) => {
    const written = text.slice(name.start, name.end);
    const pinyin = chinese.find((each) => each === name);
    return {
      start: start + name.start,
      end: start + name.end,
      isIn: (other) =>
        spanOf(written, other.text) !== undefined ||
        (pinyin !== undefined && placeOfPinyin(pinyin, other.text) !== undefined),
    };
  });
}

function placed({ start, end }: Span, passage: Passage): Span {
  return { start: passage.start + start, end: passage.start + end };
}
