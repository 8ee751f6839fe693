import type { Token } from '#text/grounding/alignment/token.ts';
import { type Aligned, type JudgedDetail, makeFlag, type Span } from '#text/grounding/flag.ts';
import { type SourceIndex, termOf } from '#text/grounding/source-index.ts';
import { lowerText } from '#text/grounding/source-text.ts';
import {
  findClash,
  isAlwaysName,
  isNamed,
  isRole,
  isSpelledOut,
  maySpeakFor,
  precedesFullName,
} from './full-names.ts';
import { countryOf, isCountry, isKnown, isNamePart, isVariant, mayName } from './known-names.ts';
import { findMoved } from './moved-names.ts';

/** Whether a text uses capitals as sentences do, nowhere, or everywhere. */
export type Casing = 'sentence' | 'lower' | 'title';

// From this share of matching content on, a name counts as a replacement of the name in the same place.
const SAME_PLACE = 0.55;
// The same for a name that the source does not have, where it alone stands for one other name.
const SAME_GAP = 0.3;
// A country and its people share these first letters.
const SHARED_LETTERS = 4;

type Claim = { tokens: readonly Token[]; casing: Casing };

/** Judges the names of a claim: names that replace a name of the passage, and names that the source does not have. */
export function judgeNames(claim: Claim, parts: readonly Aligned[], source: SourceIndex): JudgedDetail[] {
  if ((claim.casing === 'title' && source.language !== 'de') || !source.cased) return [];
  const clashes = findClashes(claim.tokens, source);
  const names = namesOf(claim, source, clashes);
  const replaced = new Map(clashes);
  for (const aligned of parts)
    for (const { claim: stated, told } of replacedNames(aligned, names)) {
      const original = hullOf(told);
      for (const token of stated) if (original !== undefined) replaced.set(token, original);
    }
  for (const { stated, told } of findMoved(claim.tokens, parts, source)) {
    const original = hullOf(told);
    if (original === undefined || stated.some((token) => replaced.has(token))) continue;
    if (stated.some((token) => told.some((other) => isSameName(token, other, source)))) continue;
    if (stated.some(isCountry) !== told.some(isCountry)) continue;
    for (const token of stated) {
      names.add(token);
      replaced.set(token, original);
    }
  }
  return runsOf(claim.tokens, names).map((run) => judgeName(run, { replaced, parts, source }));
}

function namesOf(
  { tokens, casing }: Claim,
  source: SourceIndex,
  clashes: ReadonlyMap<Token, Span>,
): Set<Token> {
  if (source.language === 'de') return findFullNames(tokens, source, clashes);
  return casing === 'lower' ? findInLowerCase(tokens, source) : findNames(tokens, source);
}

/** Finds first and last names that the claim joins, but the source does not, each with the name in the source. */
function findClashes(tokens: readonly Token[], source: SourceIndex): Map<Token, Span> {
  const clashes = new Map<Token, Span>();
  tokens.forEach((last, at) => {
    const first = tokens[at - 1];
    if (first === undefined || !isNamePart(first) || !isNamePart(last)) return;
    const told = findClash(first, last, source);
    if (told !== undefined) clashes.set(last, told);
  });
  return clashes;
}

/** Finds names where all nouns have capitals: only words that stand side by side as they do in the source. */
function findFullNames(
  tokens: readonly Token[],
  source: SourceIndex,
  clashes: ReadonlyMap<Token, Span>,
): Set<Token> {
  const names = new Set<Token>();
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (next === undefined || next.boundary || !isNamePart(token) || !isNamePart(next)) return;
    if (clashes.has(next) || precedesFullName([token, next], source)) names.add(token).add(next);
  });
  return names;
}

type Knowledge = { replaced: ReadonlyMap<Token, Span>; parts: readonly Aligned[]; source: SourceIndex };

function judgeName(run: readonly Token[], { replaced, parts, source }: Knowledge): JudgedDetail {
  const span = hullOf(run) ?? { start: 0, end: 0 };
  const exchanged = run.filter((token) => replaced.has(token));
  const told = replaced.get(exchanged[0] as Token);
  const unknown = isSpelledOut(run, source)
    ? []
    : run.filter((token) => !replaced.has(token) && !isKnown(token, source));
  const flags = [
    ...makeFlag({ kind: 'name', reason: 'elsewhere', claim: exchanged }).map((flag) => ({
      ...flag,
      ...(told && { source: told }),
    })),
    ...unknown.flatMap((token) => makeFlag({ kind: 'name', reason: 'missing', claim: [token] })),
  ];
  const verdict = exchanged.length > 0 ? 'different' : unknown.length > 0 ? 'not-in-the-source' : 'found';
  const place = verdict === 'found' ? placeOf(run, parts, source) : told;
  return { kind: 'name', ...span, verdict, flags, ...(place && { source: place }) };
}

/** Finds where the source writes a name, preferably in the passage of the claim. */
function placeOf(run: readonly Token[], parts: readonly Aligned[], source: SourceIndex): Span | undefined {
  const keys = new Set(run.map(({ key }) => key));
  for (const { part } of parts) {
    const near = hullOf(part.alignment.source.filter(({ key }) => keys.has(key)));
    if (near !== undefined) return near;
  }
  const terms = new Set(run.map(({ lower }) => termOf(lower, source)));
  const first = [...terms].find((term) => source.positions.has(term)) ?? '';
  const written = (source.positions.get(first) ?? []).map((at) => {
    const near = source.words.slice(Math.max(0, at - run.length), at + run.length + 1);
    return near.filter(({ term }) => terms.has(term));
  });
  return hullOf(written.reduce((best, words) => (words.length > best.length ? words : best), []));
}

function hullOf(tokens: readonly Span[]): Span | undefined {
  const [first] = tokens;
  const last = tokens.at(-1);
  return first && last && { start: first.start, end: last.end };
}

const PARTICLE = /^(?:of|the|de|du|des|del|la|las|los|le|les|d|von|van|der|den|di|da|do|y|e)$/;

/** Joins name tokens that stand side by side, also across particles: "Bank of England". */
function runsOf(tokens: readonly Token[], names: ReadonlySet<Token>): Token[][] {
  const runs: Token[][] = [];
  let last = -1;
  tokens.forEach((token, at) => {
    if (!names.has(token)) return;
    const gap = tokens.slice(last + 1, at);
    const joins =
      last >= 0 &&
      gap.length <= 2 &&
      !token.boundary &&
      gap.every(({ lower, boundary }) => !boundary && PARTICLE.test(lower));
    if (joins) runs.at(-1)?.push(token);
    else runs.push([token]);
    last = at;
  });
  return runs;
}

/** Finds tokens that name somebody or something by their capitals, except where any word has a capital. */
function findNames(tokens: readonly Token[], source: SourceIndex): Set<Token> {
  const names = new Set<Token>();
  tokens.forEach((token, at) => {
    if (!mayName(token)) return;
    const next = tokens[at + 1];
    const inName = next?.capital === true && !next.boundary && !next.light && next.quantity === null;
    if (inName && (isRole(token.lower) || isUnknownRole(tokens.slice(at), source))) return;
    if (!token.opens || isAlwaysName(token.lower, source) || (inName && at === 0 && isPersonal(next, source)))
      names.add(token);
  });
  return names;
}

/** Whether the source writes another name before this one, as it does with the last name of a person. */
function isPersonal(token: Token, source: SourceIndex): boolean {
  const places = source.positions.get(termOf(token.lower, source));
  return places === undefined || places.some((at) => isNamed(source.words[at - 1], source.words[at], source));
}

/** Whether the source has the full name behind a word, but not the word: "Schoolboy Jon Reed". */
function isUnknownRole([token, ...next]: readonly Token[], source: SourceIndex): boolean {
  return token !== undefined && !source.names.has(token.lower) && precedesFullName(next, source);
}

/** Finds names in lower-case text: words with a capital, and words that the source writes with one. */
function findInLowerCase(tokens: readonly Token[], source: SourceIndex): Set<Token> {
  return new Set(
    tokens.filter(
      ({ capital, lower, light, quantity }) =>
        !light && quantity === null && (capital || (lower.length > 2 && source.names.has(lower))),
    ),
  );
}

function replacedNames({ part, slots, source }: Aligned, names: ReadonlySet<Token>) {
  if (part.coverage < SAME_GAP) return [];
  return slots.flatMap(({ claim, source: rest, before, after }) => {
    // What follows the end of the claim in the passage has no counterpart in it.
    const told = after === null ? rest.slice(0, claim.length + 1) : rest;
    const isInside = before !== null && (after !== null || claim[0] === part.alignment.claim.at(-1));
    const isGap = claim.length === 1 && told.length === 1 && isInside;
    const isNew =
      isGap && claim.every(({ lower }) => !lowerText(source).includes(lower.slice(0, SHARED_LETTERS)));
    if (part.coverage < SAME_PLACE && !isNew) return [];
    const stated = claim.filter((token) => names.has(token));
    const others = told.filter((token) => isNamePart(token) && source.names.has(token.lower));
    // Only another country contradicts a country, because "Polish" fits any town of Poland.
    if (stated.some(isCountry) && !others.some(isCountry)) return [];
    if (stated.length === 0 || others.length === 0 || claim.length > 5 || told.length > 6) return [];
    if (stated.some((token) => others.some((other) => isSameName(token, other, source)))) return [];
    if (isSpelledOut(stated, source)) return [];
    const opening = part.alignment.source.slice(0, part.alignment.source.indexOf(others[0] as Token));
    if (maySpeakFor(stated, opening, source)) return [];
    return [{ claim: stated, told: others }];
  });
}

/** Whether two names are the same: an alias, a country and its people, or the first and last name of one person. */
function isSameName(left: Token, right: Token, source: SourceIndex): boolean {
  if (left.key === right.key || isVariant(left.lower, right.lower)) return true;
  const country = countryOf(left);
  if (country !== undefined && country === countryOf(right)) return true;
  return areNeighbours(left, right, source);
}

/** Whether the source ever writes two names close together, as parts of one name or in apposition. */
function areNeighbours(left: Token, right: Token, source: SourceIndex): boolean {
  const places = source.positions.get(termOf(left.lower, source)) ?? [];
  const others = source.positions.get(termOf(right.lower, source)) ?? [];
  if (places.length > 40 || others.length > 40) return true;
  return places.some((place) =>
    others.some((other) => Math.abs(other - place) <= 2 && areOfOneThing(place, other, source)),
  );
}

const AND = /^,? (?:and|or|und|oder|et|ou|y|e|o) $/;

/** Whether two names are not two things that the source counts up: "Ann and Bo", "Ann, Bo, Cy". */
function areOfOneThing(left: number, right: number, { words, text, sentenceOf }: SourceIndex): boolean {
  const from = Math.min(left, right);
  const to = Math.max(left, right);
  const between = (at: number, next: number) =>
    text.slice(words[at]?.end ?? text.length, words[next]?.start ?? text.length);
  if (sentenceOf[from] !== sentenceOf[to] || AND.test(between(from, to))) return false;
  const isRow = between(to, to + 1) === ', ' || between(from - 1, from) === ', ';
  return to - from !== 1 || between(from, to) !== ', ' || !isRow;
}
