import type { Alignment, Slot } from '#text/grounding/alignment/align.ts';
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
      if (hasException(other, part.alignment) || hasOtherEvent(token, other, part.alignment)) continue;
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

const EXCEPT = /^(?:but|except|bar|außer|sauf|excepté|hormis|salvo|excepto|menos)$/;

/** Whether "all" is less than all: "all but two". */
function hasException(token: Token, { source }: Alignment): boolean {
  return ALL.test(token.lower) && EXCEPT.test(source[source.indexOf(token) + 1]?.lower ?? '');
}

const ORDER = /^(?:before|after|vor|nach|avant|après|antes|después)$/;

/** Whether "before" and "after" stand before different words: "before the works", "after four years of works". */
function hasOtherEvent(stated: Token, told: Token, { claim, source }: Alignment): boolean {
  if (!ORDER.test(stated.lower)) return false;
  const event = claim.slice(claim.indexOf(stated) + 1).find(({ light }) => !light);
  const other = source.slice(source.indexOf(told) + 1).find(({ light }) => !light);
  return event !== undefined && event.key !== other?.key;
}

const OR = /^(?:or|nor|oder|noch|ou|ni|o|u|y|et|and|und)$/;
const INSTEAD = /^(?:than|instead|statt|anstatt|anstelle|plutôt|lieu|lugar|vez)$/;
const UNTIL = /^(?:until|till|before|bis|vor|erst|avant|antes|hasta)$/;
// "Not … until Sunday" has at most this many words between the denial and the time.
const LONGEST_WAIT = 8;

/** Whether a claim keeps a denial of its passage in another place or other words: "no A or B" for "no A, no B". */
function isDeniedElsewhere(slot: Slot, { claim, source, pairs }: Alignment): boolean {
  const [denial] = slot.source.filter(isNegation);
  const matched = new Set(pairs.map((pair) => pair.claim));
  const end = slot.after?.claim ?? claim.length;
  if (claim.slice(0, end).some(isNegation) && slot.claim.some(({ lower }) => OR.test(lower))) return true;
  if (slot.claim.some(({ lower }) => INSTEAD.test(lower))) return true;
  if (claim.some((token, at) => isNegation(token) && !matched.has(at) && !slot.claim.includes(token)))
    return true;
  if (denial === undefined || claim.some(isUntil)) return false;
  const from = source.indexOf(denial);
  const until = source.findIndex(
    (token, at) => at > from && at <= from + LONGEST_WAIT && UNTIL.test(token.lower),
  );
  return until >= 0 && pairs.some((pair) => pair.source > until && pair.source <= until + 2);
}

/**
 * Whether a denial of the claim may agree with what its passage affirms: it counts the rest, denies only what is
 * before a time, or stands in another place there.
 */
function isOtherwiseDenied(slot: Slot, alignment: Alignment): boolean {
  const { claim, source, pairs } = alignment;
  const isCounted =
    slot.source.some(({ quantity }) => quantity !== null) ||
    claim.some((token, at) => token.quantity !== null && !pairs.some((pair) => pair.claim === at));
  const isLimited = claim.some(isUntil) && !source.some(isUntil);
  return isCounted || isLimited || isDeniedThere(alignment);
}

function isUntil({ lower }: Token): boolean {
  return UNTIL.test(lower);
}

/** Whether the passage denies the words that the claim repeats, but in another place: "neither A nor B is". */
function isDeniedThere({ source, pairs }: Alignment): boolean {
  const to = pairs.at(-1)?.source ?? 0;
  return source.some(
    (token, at) => isNegation(token) && at <= to && !pairs.some((pair) => pair.source === at),
  );
}

/** Flags a claim that denies what its passage affirms, or affirms what the passage denies. */
export function negationConflicts({ part, slots }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  const tight = slots.filter(isTight);
  const denials = tight.filter(({ claim }) => isDenied(claim));
  const denied = tight.filter((slot) => isDenied(slot.source) && !isDeniedElsewhere(slot, part.alignment));
  if (denials.length + denied.length !== 1) return [];
  const { claim } = part.alignment;
  return [
    ...denials
      .filter((slot) => slot.claim.every(isEmpty) && !isOtherwiseDenied(slot, part.alignment))
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

type Conflict = { stated: Token; told: Token };

const ALL =
  /^(?:all|every|each|everyone|everybody|always|entire|whole|unanimous|unanimously|both|alle|allen|jede[rsn]?|beide|einstimmig|immer|tous|toutes|chaque|toujours|todos|todas|todo|toda|cada|siempre|unanimidad|any)$/;
const NOT_ALL =
  /^(?:some|most|many|few|several|half|part|parts|partly|two|three|four|one|nearly|almost|about|fewer|only|majority|minority|third|thirds|quarter|einige|manche|viele|wenige|die|teil|teils|hälfte|meisten|mehrheit|plupart|certains|certaines|beaucoup|quelques|moitié|majorité|algunos|algunas|muchos|muchas|pocos|mitad|mayoría|mayor)$/;
const MOST =
  /^(?:most|majority|many|meisten|viele|mehrheit|plupart|beaucoup|majorité|mayoría|muchos|muchas)$/;
const FEW = /^(?:few|fewer|some|several|none|no|minority|einige|wenige|keine|quelques|pocos|algunos)$/;

/** Flags "all" where the passage speaks of a part, or "most" where it speaks of few. */
export function quantifierConflicts({ part, slots }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  return slots.flatMap((slot) => {
    if (slot.claim.length > 4 || slot.source.length > 6) return [];
    const pair =
      conflictOf(slot.claim, slot.source, ALL, NOT_ALL) ??
      conflictOf(slot.claim, slot.source, MOST, FEW) ??
      conflictOf(slot.claim, slot.source, FEW, MOST) ??
      conflictOf(slot.claim, slot.source, FEW, ALL) ??
      nearlyAll(slot, part.alignment) ??
      allForSome(slot, part.alignment);
    return pair === null
      ? []
      : makeFlag({ kind: 'quantifier', reason: 'reversed', claim: [pair.stated], source: [pair.told] });
  });
}

const NEARLY = /^(?:almost|nearly|not|fast|beinahe|nicht|presque|pas|casi|no)$/;

/** Finds "all" where the passage has "almost all". */
function nearlyAll({ claim, source, after }: Slot, alignment: Alignment): Conflict | null {
  const stated = alignment.claim[after?.claim ?? -1];
  const told = source.at(-1);
  if (stated === undefined || told === undefined || claim.length > 0) return null;
  return ALL.test(stated.lower) && NEARLY.test(told.lower) ? { stated, told } : null;
}

/** Finds "all of them" where the passage has "900 of them". */
function allForSome({ claim, source, after }: Slot, alignment: Alignment): Conflict | null {
  const stated = claim.at(-1);
  const told = source.at(-1);
  if (stated === undefined || told === undefined || told.quantity === null || !ALL.test(stated.lower))
    return null;
  const isPartOf = /^(?:of|der|von|de|des)$/.test(alignment.source[after?.source ?? -1]?.lower ?? '');
  return isPartOf && told.quantity.kind !== 'date' ? { stated, told } : null;
}

function conflictOf(
  claim: readonly Token[],
  source: readonly Token[],
  left: RegExp,
  right: RegExp,
): Conflict | null {
  const stated = claim.find(({ lower }) => left.test(lower));
  const told = source.find(({ lower }) => right.test(lower));
  if (stated === undefined || told === undefined) return null;
  return source.some(({ lower }) => left.test(lower)) ? null : { stated, told };
}
