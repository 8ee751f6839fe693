import type { Flag } from '#text/grounding/flag.ts';
import type { Quantity } from '#text/grounding/quantities.ts';
import type { Alignment } from './align.ts';
import type { AcrossIndex } from './index-source.ts';

type Part = { part: Quantity; whole: Quantity };

const OF =
  /^\s?(?:of|von|aus|der|des|de|d['’]|sur|de las|de los|from)\s?(?:the|den|der|les|las|los|its|their|ihrer|seiner|ses|sus)?\s?$/iu;
// 480名员工中约有310人, 12個のうち1個.
const AMONG = /^[^，。；、\d]{0,8}(?:中|之中|のうち|うち)[^，。；、\d]{0,4}$/u;

/** "Two of the twelve" where the source says "one of the twelve". */
export function countFlags(alignment: Alignment, text: string, index: AcrossIndex): Flag[] {
  const stated = partsOf(
    alignment.quantities.map(({ quantity }) => quantity),
    text,
  );
  if (stated.length === 0) return [];
  const told = sourceParts(index);
  return stated.flatMap(({ part, whole }) => {
    const same = told.filter((other) => other.whole.value === whole.value);
    const known = same.some(
      (other) => other.part.value === part.value || other.part.value === whole.value - part.value,
    );
    const [first] = same;
    if (first === undefined || known || part.kind === 'ordinal' || part.approximate !== undefined) return [];
    const source = { start: first.part.start, end: first.whole.end };
    return [
      {
        kind: 'number' as const,
        start: part.start,
        end: part.end,
        reason: 'reversed' as const,
        source,
      },
    ];
  });
}

function sourceParts({ source, quantities }: AcrossIndex): Part[] {
  const ordered = quantities
    .flatMap(({ quantity }) =>
      quantity.offsets.map((start) => ({ ...quantity, start, end: start + quantity.end - quantity.start })),
    )
    .sort((a, b) => a.start - b.start);
  return partsOf(ordered, source.text);
}

function partsOf(quantities: readonly Quantity[], text: string): Part[] {
  return quantities.flatMap((left, at) => {
    const right = quantities[at + 1];
    if (right === undefined || right.start - left.end > 20) return [];
    const gap = text.slice(left.end, right.start);
    if (OF.test(gap) && left.value <= right.value) return [{ part: left, whole: right }];
    return AMONG.test(gap) && right.value <= left.value ? [{ part: right, whole: left }] : [];
  });
}
