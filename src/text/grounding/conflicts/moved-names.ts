import { tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Aligned } from '#text/grounding/flag.ts';
import { holds, type SourceIndex, termOf } from '#text/grounding/source-index.ts';
import { isAlwaysName, isRole, isTitle } from './full-names.ts';
import words from './names.json' with { type: 'json' };

/** Prepositions of place, each with the number of its group: where, where to, and where from or whose. */
const GROUPS = new Map(
  Object.entries<string[]>(words.places).map(([language, groups]) => [
    language,
    new Map(groups.flatMap((group, number) => group.split(' ').map((word) => [word, number]))),
  ]),
);
const ARTICLE = /^(?:the|la|le|les|l|el|los|las)$/;
const PRONOUN = new Set([...words.pronouns.split(' '), ...words.possessives.split(' ')]);

// A subject stands among this many first words.
const LONGEST_OPENING = 8;
// This many words of a claim, and this share of them, show which passage it retells.
const FEWEST_SHARED = 2;
const LEAST_SHARE = { place: 0.25, subject: 0.5 };
// Below this coverage, what a claim adds may be a place that the text around the passage has.
const NEARLY_COPIED = 0.8;
// A name that more sentences have may stand in any statement.
export const MOST_SENTENCES = 40;
const MOST_POSTINGS = 400;

type Name = { tokens: Token[]; group: number };
type Moved = { stated: Token[]; told: Token[] };

/**
 * Finds a name in the place of another name of the passage: behind a preposition of place, or as the subject. No
 * sentence of the source that has the name says anything else of what the claim says.
 */
export function findMoved(tokens: readonly Token[], parts: readonly Aligned[], source: SourceIndex): Moved[] {
  if (!source.cased) return [];
  return parts.flatMap(({ part: { sentence, alignment, coverage } }): Moved[] => {
    const told = tokensOf(source, sentence);
    const places = placesIn(alignment.claim, source).flatMap((name): Moved[] => {
      const isNear = [-1, 1, -sentence].some((step) => isIn(name, sentence + step, source));
      if (isIn(name, sentence, source) || (isNear && coverage < NEARLY_COPIED)) return [];
      return movedTo(
        name,
        placesIn(told, source).filter(({ group }) => group === name.group),
      );
    });
    const [stated, other] = [subjectOf(alignment.claim, source), subjectOf(told, source)];
    return stated && other && tokens[0] === alignment.claim[0] && !isIn(stated, sentence, source)
      ? [...places, ...movedTo(stated, [other])]
      : places;

    function movedTo(name: Name, others: readonly Name[]): Moved[] {
      const own = new Set(name.tokens);
      const terms = alignment.claim
        .filter((token) => !token.light && !own.has(token) && token.critical !== 'attribution')
        .map((token) => termOf(token.lower, source));
      const least = Math.max(FEWEST_SHARED, terms.length * LEAST_SHARE[name.group < 0 ? 'subject' : 'place']);
      if (!isRetold({ terms, least, sentence, mentions: mentionsOf(name, source) }, source)) return [];
      const replaced = others.find(
        (other) => !other.tokens.some(({ key }) => tokens.some((token) => token.key === key)),
      );
      return replaced === undefined ? [] : [{ stated: name.tokens, told: replaced.tokens }];
    }
  });
}

type Retold = { terms: readonly string[]; least: number; sentence: number; mentions: readonly number[] };

/** Whether a sentence of the source says what a claim says, and the sentences with the name of the claim say nothing of it. */
export function isRetold({ terms, least, sentence, mentions }: Retold, source: SourceIndex): boolean {
  if (terms.filter((term) => holds(source, term, sentence)).length < least) return false;
  if (mentions.length === 0 || mentions.length > MOST_SENTENCES) return false;
  return !mentions.some((at) => terms.some((term) => holds(source, term, at)));
}

function mentionsOf(name: Name, source: SourceIndex): number[] {
  const sentences = name.tokens.map((token) => source.sentencesWith.get(termOf(token.lower, source)) ?? []);
  if (sentences.some(({ length }) => length > MOST_POSTINGS)) return [];
  return sentences.flat().filter((sentence) => isIn(name, sentence, source));
}

/** Whether a sentence has a name: a place in full, anything else by any of its words. */
function isIn({ tokens, group }: Name, sentence: number, source: SourceIndex): boolean {
  const isHeld = (token: Token) => holds(source, termOf(token.lower, source), sentence);
  return group === 0 || group === 1 ? tokens.every(isHeld) : tokens.some(isHeld);
}

function isNamePart(token: Token | undefined, source: SourceIndex): boolean {
  if (token === undefined || !token.capital || token.light || token.quantity !== null) return false;
  return source.names.has(token.lower) && !isTitle(token.lower) && !isRole(token.lower);
}

function nameAt(tokens: readonly Token[], from: number, source: SourceIndex): Token[] {
  let to = from + 1;
  while (isNamePart(tokens[to], source) && tokens[to]?.boundary === false) to++;
  return tokens.slice(from, to);
}

/** Finds names directly behind a preposition of place. */
function placesIn(tokens: readonly Token[], source: SourceIndex): Name[] {
  const groups = GROUPS.get(source.language);
  return tokens.flatMap((token, at): Name[] => {
    if (token.boundary || !isNamePart(token, source)) return [];
    const before = ARTICLE.test(tokens[at - 1]?.lower ?? '') ? at - 2 : at - 1;
    const group = groups?.get(tokens[before]?.lower ?? '');
    return group === undefined || tokens[before - 1]?.critical === 'attribution'
      ? []
      : [{ tokens: nameAt(tokens, at, source), group }];
  });
}

/** Finds the name that a sentence opens with, possibly behind what it is. */
function subjectOf(tokens: readonly Token[], source: SourceIndex): Name | undefined {
  // Every German noun has a capital.
  if (source.language === 'de') return undefined;
  for (const [at, token] of tokens.slice(0, LONGEST_OPENING).entries()) {
    if (token.quantity !== null || PRONOUN.has(token.lower) || (token.boundary && at > 0)) return undefined;
    if (!isNamePart(token, source)) continue;
    const name = nameAt(tokens, at, source);
    const next = tokens[at + name.length];
    // "The WHO doctor" and "WHO's head" are somebody else.
    if (!name.some((part) => isAlwaysName(part.lower, source))) return undefined;
    const isOwner = name.some(({ start, end, lower }) => end - start > lower.length);
    return isOwner || (next && !next.boundary && isRole(next.lower))
      ? undefined
      : { tokens: name, group: -1 };
  }
  return undefined;
}
