import type { Claim, Flag } from './flag.ts';
import { hasPair, type SourceIndex } from './source-index.ts';

const QUOTATION = /["“]([^"”“]{12,300})["”]|「([^」]{6,200})」/gu;

/** Quotations whose words do not stand side by side in the source. */
export function quoteFlags({ text, start, words }: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const match of text.matchAll(QUOTATION)) {
    const from = start + (match.index ?? 0);
    const end = from + match[0].length;
    const inside = words.filter((word) => word.start >= from && word.end <= end);
    if (inside.length < 3) continue;
    let hits = 0;
    for (let at = 0; at + 1 < inside.length; at++) {
      if (hasPair(source, inside[at]?.term, inside[at + 1]?.term)) hits++;
    }
    const share = hits / (inside.length - 1);
    if (share < 0.6) flags.push({ kind: 'quote', start: from, end, reason: 'missing', weight: 1 - share });
  }
  return flags;
}
