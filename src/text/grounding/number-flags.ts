import { stemWord } from '#text/stem.ts';
import type { Word } from '#text/words.ts';
import { measureFit, misfitOf } from './context.ts';
import type { Claim, Flag } from './flag.ts';
import { MONTHS } from './quantities/calendar-words.ts';
import { agrees, findQuantities, isYear, type Quantity } from './quantities.ts';
import type { SourceIndex } from './source-index.ts';

/** Numbers that the source does not state, or states about something else. */
export function numberFlags({ text, words, start }: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const quantity of findQuantities(text, source.language)) {
    if (quantity.weak && quantity.kind === 'date') continue;
    const matching = source.quantities.filter((other) => agrees(quantity, other));
    const span = { kind: 'number' as const, start: start + quantity.start, end: start + quantity.end };
    if (matching.length === 0) {
      if (isCounted(quantity)) continue;
      flags.push({ ...span, reason: 'missing', weight: quantity.weak ? 0.5 : 1 });
      continue;
    }
    if (quantity.unit !== undefined && !matching.some((other) => other.unit === quantity.unit)) {
      flags.push({ ...span, reason: 'elsewhere', weight: quantity.weak ? 0.5 : 0.8 });
      continue;
    }
    if (quantity.weak) continue;
    const from = wordAt(words, span.start);
    const to = wordAt(words, span.end - 1);
    const positions = matching.flatMap((other) =>
      other.offsets.map((offset) => wordAt(source.words, offset)),
    );
    const fit = measureFit(words, { from, to, positions }, source);
    const misfit = misfitOf(fit, 0.1) * (isYear(quantity) ? 0.5 : 1);
    if (misfit > 0) flags.push({ ...span, reason: 'elsewhere', weight: misfit });
  }
  return flags;
}

/** "One", "first" and "half" are rarely quoted: they are counted, or no number at all. */
function isCounted({ weak, value, kind }: Quantity): boolean {
  return weak && (value <= 1 || kind === 'ordinal');
}

const CALENDAR =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/giu;

/** A month or weekday that the source never names, in full or short. */
export function dateFlags({ text, start }: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const match of text.matchAll(CALENDAR)) {
    const lower = match[0].toLowerCase();
    if (lower === 'march' && match[0] === 'march') continue;
    const month = MONTHS.get('en')?.get(lower);
    if (source.quantities.some(({ value, unit }) => unit === '月' && value === month)) continue;
    const short = lower.slice(0, 3);
    const known = [lower, short, `${lower}s`, short === 'sep' ? 'sept' : short].some((form) =>
      source.positions.has(stemWord(form, 'en')),
    );
    if (known) continue;
    const from = start + match.index;
    flags.push({ kind: 'date', start: from, end: from + lower.length, reason: 'missing', weight: 0.9 });
  }
  return flags;
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
