import { align, type Placed, type Slot, slotsOf } from '#text/grounding/alignment/align.ts';
import type { CriticalClass } from '#text/grounding/alignment/critical-words.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { isPlain, isReworded, isSubstitute } from './reworded-rule.ts';

/**
 * Whether a reader who sees the passages agrees with the claim. Only copies, shortened copies, light edits and joined
 * sentences qualify. Every word of the claim is in its passage in order, and the claim leaves out nothing that limits
 * or reverses the rest.
 */
export function isSupported(placed: readonly Placed[], source: SourceIndex): boolean {
  return (
    placed.length > 0 &&
    placed.slice(1).every((part) => keepsSubject(part, placed)) &&
    placed.every(
      (part) =>
        !saysMoreExactly(part) &&
        (isPartSupported(part, source) || isReworded(part, source.names) || isInOtherVoice(part, source)),
    )
  );
}

/**
 * Whether a later part of a joined claim is about the same subject as its passage, so that no leading name is left
 * out.
 */
function keepsSubject({ alignment: { source, pairs } }: Placed, placed: readonly Placed[]): boolean {
  const head = source.slice(0, pairs[0]?.source ?? 0);
  if (PREPOSITIONS.test(head[0]?.lower ?? '')) return true;
  const named = placed.flatMap(({ alignment }) => alignment.claim.map(({ key }) => key));
  return head.every((token, at) => !token.capital || at === 0 || token.light || named.includes(token.key));
}

/**
 * Whether the claim turns the passage from active to passive or back, as "Skua was spotted by Haas" for "Haas spotted
 * Skua".
 */
function isInOtherVoice(part: Placed, source: SourceIndex): boolean {
  const { claim, source: told } = part.alignment;
  const [stated, passage] = [toActive(claim), toActive(told)];
  if ((stated === undefined) === (passage === undefined)) return false;
  return isPartSupported({ ...part, alignment: align(stated ?? claim, passage ?? told) }, source);
}

/** Whether the passage says "about" and the claim does not, or only the claim names a currency. */
function saysMoreExactly({ alignment: { claim, source, pairs } }: Placed): boolean {
  return pairs.some((pair) => {
    const stated = claim[pair.claim]?.quantity;
    const told = source[pair.source]?.quantity;
    if (!stated || !told) return false;
    const unhedged = told.approximate !== undefined && stated.approximate === undefined;
    return unhedged || (stated.currency !== undefined && told.currency === undefined);
  });
}

type Reading = {
  slots: readonly Slot[];
  /** The tokens of the passage that the claim has in another place. */
  moved: Set<Token>;
  place: { sentence: number; source: SourceIndex };
};

function isPartSupported({ alignment, sentence }: Placed, source: SourceIndex): boolean {
  const { claim, pairs } = alignment;
  const content = pairs.filter((pair) => !claim[pair.claim]?.light).length;
  if (content < 2) return false;
  const slots = slotsOf(alignment);
  const reading: Reading = { slots, moved: new Set(), place: { sentence, source } };
  return (
    slots.every((slot) => isAddedSafely(slot, reading)) &&
    slots.every((slot) => isLeftOutSafely(slot, reading))
  );
}

const ADDED_FREELY: ReadonlySet<string> = new Set(
  (
    'a an the this that these those of and also too it its is are was were be been being has have had ' +
    'der die das den dem des ein eine einen einem einer eines und auch ist sind war waren wurde wurden hat haben ' +
    'le la les l un une des de du d et aussi est sont était a ont el los las una del y también es son fue fueron ha han ' +
    '的 了 是 在 和 与 并 一 个 也 该 这 其 为 于 の は が を に と で も し た'
  ).split(' '),
);
const CONNECTORS: ReadonlySet<string> = new Set(
  'and but or while whereas though although however also so und aber oder doch während et mais ou y pero o e 而 但 并 且'.split(
    ' ',
  ),
);

/**
 * Whether the words that the claim adds are safe: light function words, or an opening phrase from elsewhere in the
 * passage.
 */
function isAddedSafely(slot: Slot, { slots, moved, place }: Reading): boolean {
  const opening = slot.before === null;
  const added = slot.claim.filter((token, at) => !(opening && at === 0 && CONNECTORS.has(token.lower)));
  if (added.every((token) => token.critical === null && ADDED_FREELY.has(token.lower))) return true;
  if (added.length === 1 && added[0]?.lower === 'will' && slot.source.length === 0) return true;
  if (isSubstitute({ ...slot, claim: added }, place) || isVerbOfSayingMoved(added, slots, moved)) return true;
  // "In April she came back" may stand for "she came back in April".
  if (!opening || !OPENERS.test(added[0]?.lower ?? '')) return false;
  return slots.some(({ source }) => {
    const at = findRun(added, source);
    for (const token of at < 0 ? [] : source.slice(at, at + added.length)) moved.add(token);
    return at >= 0;
  });
}

const OPENERS =
  /^(?:in|on|at|by|since|during|from|until|after|before|within|last|next|this|im|am|in|seit|nach|vor|bis|en|à|depuis|le|desde|el|durante)$/;

/** Whether a verb of saying only moved: "…," Ms Moen said, for "…," said Ms Moen. */
function isVerbOfSayingMoved(added: readonly Token[], slots: readonly Slot[], moved: Set<Token>): boolean {
  const [only] = added;
  if (added.length !== 1 || only?.critical !== 'attribution') return false;
  const twin = slots.flatMap(({ source }) => source).find(({ key }) => key === only.key);
  if (twin !== undefined) moved.add(twin);
  return twin !== undefined;
}

function findRun(wanted: readonly Token[], within: readonly Token[]): number {
  for (let at = 0; at + wanted.length <= within.length; at++)
    if (wanted.every((token, k) => token.key === within[at + k]?.key)) return at;
  return -1;
}

/** Whether the words that the claim leaves out do not limit what is left. */
function isLeftOutSafely(slot: Slot, { moved, place }: Reading): boolean {
  if (slot.claim.length > 0 && isSubstitute(slot, place)) return true;
  const dropped = slot.source.filter((token) => !moved.has(token));
  const [first] = dropped;
  if (first === undefined) return true;
  if (slot.before === null) return isHeadFree(dropped, slot.closed);
  if (slot.after === null) return isTailFree(dropped, first);
  return isInsideFree(dropped, first, slot);
}

const LIMITS: ReadonlySet<CriticalClass | null> = new Set(['negation', 'hedge', 'condition', 'quantifier']);
// These words open clauses that add a circumstance and do not change the main clause.
const SUBORDINATE =
  /^(?:as|since|because|while|when|after|although|though|despite|weil|da|während|nachdem|obwohl|comme|alors|quoique|aunque|como)$/;
// A title such as "Its regional secretary, Tom" before "Ackroyd" has at most this many words.
const LONGEST_TITLE = 5;
// These verbs confirm what they report.
const FACTIVE =
  /^(?:found|finds?|shows?|showed|shown|confirm(?:s|ed)?|reveal(?:s|ed)?|rul(?:es|ed)|announc(?:es|ed)|learn(?:ed|t))$/;

function isHeadFree(dropped: readonly Token[], closed: boolean): boolean {
  const last = dropped.at(-1);
  if (closed && SUBORDINATE.test(dropped[0]?.lower ?? '')) return true;
  if (dropped.some(({ critical }) => critical === 'condition' || critical === 'attribution')) return false;
  if (last !== undefined && CONNECTORS.has(last.lower)) return true;
  if (dropped.some(({ critical }) => LIMITS.has(critical))) return false;
  if (last?.lower === 'that' || last?.lower === 'dass')
    return dropped.some(({ lower }) => FACTIVE.test(lower));
  return closed || (dropped.length <= LONGEST_TITLE && dropped.every(isPlain));
}

const TAIL_OPENERS =
  /^(?:and|but|or|because|which|who|where|when|while|although|though|since|after|before|in|on|at|with|by|from|during|under|over|for|about|among|und|aber|oder|weil|da|während|im|am|mit|von|bei|nach|vor|et|mais|ou|parce|car|qui|dans|en|à|avec|y|pero|con|por)$/;

function isTailFree(dropped: readonly Token[], first: Token): boolean {
  if (first.critical === 'condition' || (restricts(first) && !first.boundary)) return false;
  if (first.boundary || JOINERS.has(first.lower)) return true;
  return TAIL_OPENERS.test(first.lower) && !untilBoundary(dropped).some(restricts);
}

const JOINERS: ReadonlySet<string> = new Set('and but und aber sowie et mais y pero'.split(' '));

function restricts({ critical }: Token): boolean {
  return critical === 'condition' || critical === 'negation';
}

function untilBoundary(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token, at) => at > 0 && token.boundary);
  return end < 0 ? tokens : tokens.slice(0, end);
}

const PREPOSITIONS =
  /^(?:of|in|on|at|from|with|by|to|during|since|between|among|into|through|across|near|via|per|as|including|compared|following|amid|alongside|despite|von|im|am|an|auf|mit|bei|aus|seit|zwischen|durch|zu|zum|zur|de|du|des|dans|en|à|au|aux|avec|par|sur|depuis|entre|del|con|desde|a|al|以|在|于|从|由|按)$/u;
const DROPPED_FREELY: ReadonlySet<string> = new Set(
  'now also however the a an that who which it then today again yesterday simply very really so too himself herself itself themselves ms mr mrs dr'.split(
    ' ',
  ),
);
const LONGEST_PHRASE = 9;

function isInsideFree(dropped: readonly Token[], first: Token, { closed }: Slot): boolean {
  if (dropped.every((token) => DROPPED_FREELY.has(token.lower))) return true;
  if (first.boundary && closed) return true;
  const last = dropped.at(-1);
  const joined = last !== undefined && CONNECTORS.has(last.lower);
  if (joined && (first.boundary || !dropped.slice(0, 2).some(({ critical }) => LIMITS.has(critical))))
    return true;
  if (dropped.some(({ critical }) => LIMITS.has(critical) || critical === 'attribution')) return false;
  if (
    PREPOSITIONS.test(first.lower) ||
    first.quantity?.kind === 'date' ||
    (first.lower === 'for' && dropped[1]?.quantity)
  )
    return dropped.length <= LONGEST_PHRASE;
  return dropped.length <= 2 && dropped.every(isPlain);
}

const BE = /^(?:is|are|was|were|be|been|being)$/;
const AUXILIARY = /^(?:is|are|was|were|be|been|being|has|have|had|will|would)$/;
const PHRASE = /^(?:in|on|at|for|after|before|during|since|from|with|when|because|while|as|to)$/;
// The most words from "was" to the verb, and of a name: "was later spotted by Peter Haas".
const LONGEST_VERB = 3;
const LONGEST_AGENT = 6;

/** Turns the tokens of "Skua was spotted by Haas" into "Haas spotted Skua"; undefined without a passive. */
function toActive(tokens: readonly Token[]): Token[] | undefined {
  const by = tokens.findIndex(({ lower }) => lower === 'by');
  const verb = tokens[by - 1];
  if (verb === undefined || verb.light || verb.quantity !== null) return undefined;
  const opening = tokens.slice(Math.max(0, by - 1 - LONGEST_VERB), by - 1);
  const be = opening.findIndex(({ lower }) => BE.test(lower));
  if (be < 0) return undefined;
  let start = by - 1 - opening.length + be;
  const between = tokens.slice(start, by - 1).filter(({ lower }) => !AUXILIARY.test(lower));
  while (start > 0 && AUXILIARY.test(tokens[start - 1]?.lower ?? '')) start--;
  const behind = tokens.slice(by + 1);
  const found = behind.findIndex(
    ({ lower, boundary, quantity }, at) => at > 0 && (boundary || quantity !== null || PHRASE.test(lower)),
  );
  const end = found < 0 ? behind.length : found;
  if (start === 0 || end === 0 || end > LONGEST_AGENT) return undefined;
  return [...behind.slice(0, end), ...between, verb, ...tokens.slice(0, start), ...behind.slice(end)];
}
