import { agrees, findQuantities, isYear, type Quantity } from '#text/grounding/quantities.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import type { Word } from '#text/sentences/words.ts';
import { MOST_OCCURRENCES, measureFit, misfitOf } from './context.ts';
import type { Claim, Doubt } from './doubt.ts';

/** Numbers that the source does not state, or states about something else. */
export function numberDoubts({ text, words, start }: Claim, source: SourceIndex): Doubt[] {
  const doubts: Doubt[] = [];
  for (const quantity of findQuantities(text, source.language)) {
    if (quantity.weak && quantity.kind === 'date') continue;
    const matching = source.quantities.filter((other) => agrees(quantity, other));
    if (matching.length === 0) {
      if (isCounted(quantity)) continue;
      doubts.push({ kind: 'number', reason: 'missing', weight: quantity.weak ? 0.5 : 1 });
      continue;
    }
    if (quantity.unit !== undefined && !matching.some((other) => other.unit === quantity.unit)) {
      doubts.push({ kind: 'number', reason: 'elsewhere', weight: quantity.weak ? 0.5 : 0.8 });
      continue;
    }
    if (quantity.weak) continue;
    const from = wordAt(words, start + quantity.start);
    const to = wordAt(words, start + quantity.end - 1);
    const positions = matching
      .slice(0, MOST_OCCURRENCES)
      .flatMap((other) => other.offsets.map((offset) => wordAt(source.words, offset)));
    const fit = measureFit(words, { from, to, positions }, source);
    const misfit = misfitOf(fit, 0.1) * (isYear(quantity) ? 0.5 : 1);
    if (misfit > 0) doubts.push({ kind: 'number', reason: 'elsewhere', weight: misfit });
  }
  return doubts;
}

/** "One", "first" and "half" are rarely quoted: they are counted, or no number at all. */
function isCounted({ weak, value, kind }: Quantity): boolean {
  return weak && (value <= 1 || kind === 'ordinal');
}

function wordAt(words: readonly Word[], offset: number): number {
  let low = 0;
  let high = words.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((words[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
