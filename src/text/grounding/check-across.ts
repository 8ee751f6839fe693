import { align } from './across/align.ts';
import { countFlags } from './across/count-conflicts.ts';
import { dateFlags } from './across/date-conflicts.ts';
import type { AcrossIndex } from './across/index-source.ts';
import { meaningFlags } from './across/meaning-conflicts.ts';
import { nameFlags } from './across/name-conflicts.ts';
import { quantityFlags } from './across/quantity-conflicts.ts';
import type { Flag } from './flag.ts';

type AcrossResult = {
  flags: Flag[];
  /** Source sentences that say the same, best first. */
  sentences: number[];
};

const MOST_SENTENCES = 3;
// A further passage is shown when it shares at least this part of what the best one does.
const FURTHER_FROM = 0.6;

/** Compares what survives translation: numbers, dates, names, countries, and a table of common words. */
export function checkAcross(
  claim: { text: string; start: number; language: string },
  index: AcrossIndex,
): AcrossResult {
  const { text, start, language } = claim;
  const alignment = align(text, language, index);
  const found = [
    ...quantityFlags(text, alignment, index),
    ...countFlags(alignment, text, index),
    ...dateFlags(alignment, index),
    ...nameFlags({ text, alignment, language, index }),
    ...meaningFlags(alignment, language, index),
  ];
  const best = alignment.sentences[0]?.weight ?? 0;
  return {
    flags: found.map((flag) => ({ ...flag, start: start + flag.start, end: start + flag.end })),
    sentences: alignment.sentences
      .filter(({ weight }) => weight >= best * FURTHER_FROM)
      .slice(0, MOST_SENTENCES)
      .map(({ sentence }) => sentence),
  };
}
