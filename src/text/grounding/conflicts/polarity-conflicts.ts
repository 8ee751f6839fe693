import type { Slot } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import { type Aligned, beside, type Flag, type FlagKind, makeFlag } from '#text/grounding/flag.ts';
import { areOpposite, areOppositeTexts, isTimeUnit } from './oppositions.ts';

// Below this share of matching content, a claim may be about something other than its passage.
const LEAST_COVERAGE = 0.6;
// A slot of at most this length on both sides is a replacement, not a rewording.
const LONGEST_SLOT = 4;
const NEARLY_COPIED = 0.8;

/** Flags a word of the claim that stands in the place of its opposite in the passage. */
export function oppositeConflicts({ part, slots, source }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  return slots.flatMap((slot) => {
    if (slot.claim.length > LONGEST_SLOT) return [];
    const reach = part.coverage >= NEARLY_COPIED ? slot.source.length : LONGEST_SLOT * 2;
    const told = slot.source.slice(0, reach);
    for (const token of slot.claim) {
      const other = told.find(({ lower }) => areOpposite(token.lower, lower, source.language));
      if (other === undefined || isDenied(without(slot.claim, token)) || isDenied(without(told, other)))
        continue;
      return makeFlag({ kind: kindOf(token), reason: 'reversed', claim: [token], source: [other] });
    }
    return areOppositeTexts(textOf(slot.claim), textOf(slot.source), source.language)
      ? makeFlag({ kind: 'polarity', reason: 'reversed', claim: slot.claim, source: slot.source })
      : [];
  });
}

function without(tokens: readonly Token[], one: Token): Token[] {
  return tokens.filter((token) => token !== one);
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ lower }) => lower).join('');
}

function kindOf({ critical, lower }: Token): FlagKind {
  if (isTimeUnit(lower)) return 'unit';
  if (critical === 'quantifier') return 'quantifier';
  if (critical === 'order') return 'order';
  return critical === 'comparison' ? 'comparison' : 'polarity';
}

function isDenied(tokens: readonly Token[]): boolean {
  return tokens.some(isNegation);
}

function isNegation({ critical }: Token): boolean {
  return critical === 'negation';
}

/** Flags a claim that denies what its passage affirms, or affirms what the passage denies. */
export function negationConflicts({ part, slots }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  const tight = slots.filter(isTight);
  const denials = tight.filter(({ claim }) => isDenied(claim));
  const denied = tight.filter(({ source }) => isDenied(source));
  if (denials.length + denied.length !== 1) return [];
  const { claim } = part.alignment;
  return [
    ...denials
      .filter((slot) => slot.claim.every(isEmpty))
      .flatMap((slot) =>
        makeFlag({
          kind: 'negation',
          reason: 'reversed',
          claim: slot.claim.filter(isNegation),
          source: slot.source,
        }),
      ),
    ...denied
      .filter(
        (slot) => slot.source.every(isEmpty) && (slot.claim.every(isFrame) || slot.source.some(isPronoun)),
      )
      .flatMap((slot) =>
        makeFlag({
          kind: 'negation',
          reason: 'reversed',
          claim: slot.claim.length > 0 ? slot.claim : beside(slot, claim),
          source: slot.source.filter(isNegation),
        }),
      ),
  ];
}

function isPronoun({ lower }: Token): boolean {
  return /^(?:it|they|he|she|we|i|er|sie|es|wir|ich|il|elle|ils|nous|je|él|ella|ellos)$/.test(lower);
}

/** Whether a word says nothing new beside a denial. */
function isEmpty(token: Token): boolean {
  return token.light || isNegation(token) || /^(?:longer|会|將|将|再|曾)$/u.test(token.lower);
}

/** Whether a word may stand before a statement without changing it: a name, a verb of saying or a function word. */
function isFrame(token: Token): boolean {
  return token.light || token.capital || token.critical === 'attribution' || /^[会将將]$/u.test(token.lower);
}

/** Whether a slot is short on both sides and not a whole clause that was left out. */
function isTight({ claim, source, before, after, closed }: Slot): boolean {
  if (after === null || claim.length > LONGEST_SLOT || source.length > LONGEST_SLOT) return false;
  return !(closed && claim.length === 0 && (before === null || source[0]?.boundary === true));
}
