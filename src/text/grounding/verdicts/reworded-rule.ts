import {
  type Alignment,
  matches,
  type Placed,
  type Slot,
  slotsOf,
  tokensOf,
} from '#text/grounding/alignment/align.ts';
import type { CriticalClass } from '#text/grounding/alignment/critical-words.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { synonymGroups } from '#text/grounding/support.ts';
import words from '#text/grounding/words.json' with { type: 'json' };

// These limits were chosen on articles with sentences labelled by hand and checked on other
// articles: bench/results/quality.md.
const LEAST_IN_ORDER = 0.2;
const LEAST_FOUND = 0.4;
const FEWEST_WORDS = 2;
const LIMITS: ReadonlySet<CriticalClass | null> = new Set(['negation', 'hedge', 'condition', 'quantifier']);
const FIXED: ReadonlySet<CriticalClass | null> = new Set([...LIMITS, 'comparison', 'order', 'cause']);
const STANCE = /^(?:against|without|gegen|ohne|contre|sans|contra|sin|反|对)$/u;
// A condition also limits the clauses after it.
const CONDITION = /^(?:if|unless|provided|otherwise|falls|sofern|wenn|si)$/;
const CLAUSE =
  /^(?:and|but|or|which|who|because|while|when|if|und|aber|oder|weil|et|mais|ou|car|y|pero|o|porque)$/;

/**
 * Whether a claim retells its passage in other words without a visible change of meaning. Every name, number and
 * critical word comes from the passage, names and numbers in its order. No word replaces another. No retold clause
 * holds a denial, a hedge or a condition that the claim lacks.
 */
export function isReworded({ alignment, coverage }: Placed, names: ReadonlySet<string>): boolean {
  if (coverage < LEAST_IN_ORDER) return false;
  const content = alignment.claim.filter((token) => !token.light);
  if (content.length < FEWEST_WORDS) return false;
  const places = findPlaces(alignment);
  const found = content.filter((token) => places.has(token)).length;
  if (found < LEAST_FOUND * content.length || !keepsDetails(alignment, places, names)) return false;
  const used = new Set(places.values());
  return (
    !isLimited(alignment.source, used) && slotsOf(alignment).every((slot) => !isReplaced(slot, places, used))
  );
}

/** Finds where the passage has each word of the claim: in order, out of order, or as a synonym. */
function findPlaces({ claim, source, pairs }: Alignment): Map<Token, Token> {
  const places = new Map<Token, Token>();
  const used = new Set<Token>();
  const put = (token: Token, told: Token | undefined): void => {
    if (told === undefined) return;
    places.set(token, told);
    used.add(told);
  };
  for (const pair of pairs) put(claim[pair.claim] as Token, source[pair.source]);
  for (const token of claim) {
    if (places.has(token) || STANCE.test(token.lower)) continue;
    const free = source.filter((told) => !used.has(told));
    put(token, free.find((told) => matches(token, told)) ?? free.find((told) => areSynonyms(token, told)));
  }
  return places;
}

/** Whether the passage has all names, numbers and critical words, with names and numbers in the same order. */
function keepsDetails(
  { claim }: Alignment,
  places: ReadonlyMap<Token, Token>,
  names: ReadonlySet<string>,
): boolean {
  let last = -1;
  return claim.every((token, at) => {
    const told = places.get(token);
    const isDetail = token.quantity !== null || (token.capital && (at > 0 || names.has(token.lower)));
    if (told === undefined) return !isDetail && !FIXED.has(token.critical) && !STANCE.test(token.lower);
    if (!isDetail && !token.capital && token.critical !== 'comparison') return true;
    const kept = told.start > last;
    last = told.start;
    return kept;
  });
}

/** Whether the claim has a word that the passage lacks, while the passage has a word that the claim lacks. */
function isReplaced(slot: Slot, places: ReadonlyMap<Token, Token>, used: ReadonlySet<Token>): boolean {
  const added = slot.claim.some((token) => !token.light && !places.has(token));
  return added && slot.source.some((told) => !told.light && !used.has(told));
}

function isLimited(source: readonly Token[], used: ReadonlySet<Token>): boolean {
  let clause: Token[] = [];
  const clauses = [clause];
  for (const token of source) {
    if (token.boundary || CLAUSE.test(token.lower)) {
      clause = [];
      clauses.push(clause);
    }
    clause.push(token);
  }
  if (source.some((token) => CONDITION.test(token.lower) && !used.has(token))) return true;
  return clauses.some(
    (tokens) =>
      tokens.some((token) => used.has(token) && !token.light) &&
      tokens.some((token) => !used.has(token) && (LIMITS.has(token.critical) || STANCE.test(token.lower))),
  );
}

type Place = { sentence: number; source: SourceIndex };

/** Whether the claim's words in a slot mean the same as the passage's words there. */
export function isSubstitute({ claim, source: told }: Slot, place: Place): boolean {
  return (
    isSameDenial(claim, told) ||
    isSameUnspaced(claim, told) ||
    [claim, told].every((tokens) => tokens.length === 1 && PLACE_OR_TIME.test(tokens[0]?.lower ?? '')) ||
    isPronounForName(claim, told) ||
    isNameForPronoun(claim, told, place) ||
    isNounForPronoun(claim, told, place) ||
    isSpeakerForFirstPerson(claim, told, place) ||
    isContained(claim, told) ||
    isSynonym(claim, told)
  );
}

// "In 1962" may stand for "of 1962", because the noun beside it shows what is meant.
const PLACE_OR_TIME = /^(?:in|on|at|of|during|im|am|en|à|de)$/;

/** Whether two denials mean the same, such as 并未 and 没有; unspaced scripts deny in several ways. */
function isSameDenial(claim: readonly Token[], told: readonly Token[]): boolean {
  const isDenial = ({ critical, lower }: Token): boolean =>
    critical === 'negation' || /^[并並从從]$/u.test(lower);
  if (claim.length === 0 || told.length === 0 || ![...claim, ...told].every(isDenial)) return false;
  return /\p{Script=Han}/u.test(claim[0]?.lower ?? '');
}

/** Chinese words that may stand for each other. */
const UNSPACED_GROUPS = words.unspacedSynonyms.map((group) => new Set(group.split(' ')));

/**
 * Whether unspaced words mean the same, such as 仍然 and 仍. Alignment works by character and leaves only what differs.
 */
function isSameUnspaced(claim: readonly Token[], told: readonly Token[]): boolean {
  const [left, right] = [claim, told].map((tokens) => tokens.map(({ lower }) => lower).join('')) as [
    string,
    string,
  ];
  return UNSPACED_GROUPS.some((group) => group.has(left) && group.has(right));
}

const PRONOUNS: ReadonlySet<string> = new Set(
  'he she it they him her them his their its er sie es ihn ihm il elle ils elles lui él ella ellos ellas'.split(
    ' ',
  ),
);

/** Whether the claim has a pronoun such as "she" where the passage has the name. */
function isPronounForName(claim: readonly Token[], told: readonly Token[]): boolean {
  const [only] = claim;
  if (claim.length !== 1 || only === undefined || !PRONOUNS.has(only.lower)) return false;
  return told.length > 0 && told.length <= 3 && told.every((token) => token.capital && isPlain(token));
}

// A pronoun's person or thing is looked for in this many sentences before it.
const MOST_BACK = 3;

/**
 * Whether the claim has the name where the passage has a pronoun. The closest earlier sentence with names must have
 * this one.
 */
function isNameForPronoun(
  claim: readonly Token[],
  told: readonly Token[],
  { sentence, source }: Place,
): boolean {
  const [only] = told;
  const named = claim.filter(({ light }) => !light);
  if (told.length !== 1 || only === undefined || !PRONOUNS.has(only.lower)) return false;
  if (named.length === 0 || claim.length > 4 || !named.every((token) => token.capital && isPlain(token)))
    return false;
  for (let at = sentence - 1; at >= Math.max(0, sentence - MOST_BACK); at--) {
    const names = tokensOf(source, at).filter(
      ({ capital, light, lower }) => capital && !light && source.names.has(lower),
    );
    if (names.length > 0) return named.every(({ key }) => names.some((name) => name.key === key));
  }
  return false;
}

const IT = /^(?:it|they|its|their|er|sie|es|il|elle|ils|elles)$/;
const DETERMINER =
  /^(?:the|a|an|der|die|das|den|dem|ein|eine|einen|le|la|les|un|une|el|los|las|una|this|its|their)$/;

/**
 * Whether the claim has "the lighthouse" where the passage has "it". It must be the first thing in the sentence
 * before.
 */
function isNounForPronoun(
  claim: readonly Token[],
  told: readonly Token[],
  { sentence, source }: Place,
): boolean {
  const [article, noun] = claim;
  if (told.length !== 1 || claim.length !== 2 || !IT.test(told[0]?.lower ?? '')) return false;
  if (noun === undefined || noun.light || !isPlain(noun) || !DETERMINER.test(article?.lower ?? ''))
    return false;
  const before = tokensOf(source, sentence - 1);
  const things = before.filter((_, at) => DETERMINER.test(before[at - 1]?.lower ?? ''));
  return things[0]?.key === noun.key;
}

const FIRST_PERSON =
  /^(?:i|me|my|we|us|our|ich|mich|mir|mein|meine|wir|je|me|mon|ma|nous|yo|mi|nosotros|我|我们)$/;
const WRITER = /^(?:author|writer|narrator|speaker|interviewee|autorin|autor|auteur|autrice|autora)$/;

/** Whether the claim has "the author" or the name of the speaker where the passage has "I". */
function isSpeakerForFirstPerson(
  claim: readonly Token[],
  told: readonly Token[],
  { sentence, source }: Place,
): boolean {
  const [only] = told;
  const named = claim.filter(({ light }) => !light);
  if (told.length !== 1 || only === undefined || !FIRST_PERSON.test(only.lower) || named.length === 0)
    return false;
  const speaker = source.sentences[sentence]?.speaker?.toLowerCase();
  return named.every(({ lower, capital }) =>
    speaker === undefined ? WRITER.test(lower) : capital && speaker.includes(lower),
  );
}

const NEGATIVE_PREFIX = /^(?:un|in|im|ir|il|non|dis|mis|anti|de|ex|semi|pseudo|sub|under|over)-?$/;

/** Whether one word ends with the other, as "footbridge" with "bridge": the longer word is only more exact. */
function isContained(claim: readonly Token[], told: readonly Token[]): boolean {
  const [one] = claim;
  const [other] = told;
  if (claim.length !== 1 || told.length !== 1 || one === undefined || other === undefined) return false;
  const [short, long] = [one.lower, other.lower].sort((a, b) => a.length - b.length) as [string, string];
  return short.length >= 5 && long.endsWith(short) && !NEGATIVE_PREFIX.test(long.slice(0, -short.length));
}

/** Whether both sides are one plain word of the same group of synonyms. */
function isSynonym(claim: readonly Token[], told: readonly Token[]): boolean {
  const [one] = claim.filter(({ light }) => !light);
  const [other] = told.filter(({ light }) => !light);
  if (claim.length > 2 || told.length > 2 || one === undefined || other === undefined) return false;
  return [...claim, ...told].every(isPlain) && areSynonyms(one, other);
}

/** Whether two plain words, except names, may stand for each other. */
function areSynonyms(left: Token, right: Token): boolean {
  if (left.capital || right.capital || !isPlain(left) || !isPlain(right)) return false;
  const groups = synonymGroups(left.key);
  return synonymGroups(right.key).some((group) => groups.includes(group));
}

export function isPlain({ critical, quantity }: Token): boolean {
  return critical === null && quantity === null;
}
