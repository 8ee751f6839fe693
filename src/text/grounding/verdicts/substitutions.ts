import type { Slot } from '#text/grounding/alignment/align.ts';
import { tokensOf } from '#text/grounding/alignment/place-claim.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import { synonymGroups } from '#text/grounding/lexicon.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import words from '#text/grounding/words.json' with { type: 'json' };

type Place = { sentence: number; source: SourceIndex };

/** Whether what the claim says in a slot stands for what the passage says there. */
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

// "In 1962" for "of 1962": the noun beside it tells what is meant.
const PLACE_OR_TIME = /^(?:in|on|at|of|during|im|am|en|à|de)$/;

/** 并未 for 没有: unspaced scripts deny in several ways. */
function isSameDenial(claim: readonly Token[], told: readonly Token[]): boolean {
  const isDenial = ({ critical, lower }: Token): boolean =>
    critical === 'negation' || /^[并並从從]$/u.test(lower);
  if (claim.length === 0 || told.length === 0 || ![...claim, ...told].every(isDenial)) return false;
  return /\p{Script=Han}/u.test(claim[0]?.lower ?? '');
}

/** Words of Chinese that may stand for each other. */
const UNSPACED_GROUPS = words.unspacedSynonyms.map((group) => new Set(group.split(' ')));

/** 仍然 for 仍: what both sides share around it was aligned character by character. */
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

/** "she" where the passage has the name. */
function isPronounForName(claim: readonly Token[], told: readonly Token[]): boolean {
  const [only] = claim;
  if (claim.length !== 1 || only === undefined || !PRONOUNS.has(only.lower)) return false;
  return told.length > 0 && told.length <= 3 && told.every((token) => token.capital && isPlain(token));
}

// Sentences in which the person or thing that a pronoun means is looked for.
const MOST_BACK = 3;

/** The name where the passage has a pronoun, if the closest sentence before that names anybody names this one. */
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

/** "The lighthouse" where the passage has "it", if that is the first thing the sentence before speaks of. */
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

/** "The author", or the name of who speaks, where the passage has "I". */
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

/** "footbridge" where the passage has "bridge": the longer word only says more exactly what it is. */
function isContained(claim: readonly Token[], told: readonly Token[]): boolean {
  const [one] = claim;
  const [other] = told;
  if (claim.length !== 1 || told.length !== 1 || one === undefined || other === undefined) return false;
  const [short, long] = [one.lower, other.lower].sort((a, b) => a.length - b.length) as [string, string];
  return short.length >= 5 && long.endsWith(short) && !NEGATIVE_PREFIX.test(long.slice(0, -short.length));
}

/** One plain word for another of the same group. */
function isSynonym(claim: readonly Token[], told: readonly Token[]): boolean {
  const [one] = claim.filter(({ light }) => !light);
  const [other] = told.filter(({ light }) => !light);
  if (claim.length > 2 || told.length > 2 || one === undefined || other === undefined) return false;
  return [...claim, ...told].every(isPlain) && areSynonyms(one, other);
}

/** Whether two plain words, names excepted, may stand for each other. */
export function areSynonyms(left: Token, right: Token): boolean {
  if (left.capital || right.capital || !isPlain(left) || !isPlain(right)) return false;
  const groups = synonymGroups(left.key);
  return synonymGroups(right.key).some((group) => groups.includes(group));
}

export function isPlain({ critical, quantity }: Token): boolean {
  return critical === null && quantity === null;
}
