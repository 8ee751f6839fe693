import type { Alignment, Slot } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import { type Aligned, type Flag, makeFlag } from '#text/grounding/flag.ts';

type Conflict = { stated: Token; told: Token };

const LEAST_COVERAGE = 0.6;
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
