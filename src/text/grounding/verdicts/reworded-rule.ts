import { type Alignment, matches, type Slot, slotsOf } from '#text/grounding/alignment/align.ts';
import type { CriticalClass } from '#text/grounding/alignment/critical-words.ts';
import type { Placed } from '#text/grounding/alignment/place-claim.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import { areSynonyms } from './substitutions.ts';

// Chosen on articles whose sentences are labelled by hand, checked on others: bench/results/quality.md.
const LEAST_IN_ORDER = 0.2;
const LEAST_FOUND = 0.4;
const FEWEST_WORDS = 2;
const LIMITS: ReadonlySet<CriticalClass | null> = new Set(['negation', 'hedge', 'condition', 'quantifier']);
const FIXED: ReadonlySet<CriticalClass | null> = new Set([...LIMITS, 'comparison', 'order', 'cause']);
const STANCE = /^(?:against|without|gegen|ohne|contre|sans|contra|sin|反|对)$/u;
// A condition limits the clauses after it, too.
const CONDITION = /^(?:if|unless|provided|otherwise|falls|sofern|wenn|si)$/;
const CLAUSE =
  /^(?:and|but|or|which|who|because|while|when|if|und|aber|oder|weil|et|mais|ou|car|y|pero|o|porque)$/;

/**
 * Whether a claim retells its passage in other words without changing anything that can be told by looking: every
 * name, number and critical word is the passage's own and in its order, no word stands in the place of another, and
 * no clause that was retold holds a denial, a hedge or a condition that the claim lacks.
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

/** Where the passage has each word of the claim: in order, out of order, or as a synonym. */
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

/** Names, numbers and critical words are all there, names and numbers in the passage's order. */
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

/** A word of the claim that the passage lacks, where the passage has a word that the claim lacks. */
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
