/**
 * A baseline for the grounding scorers. It scores the share of the summary's trigrams that are in the source. They
 * are trigrams of words or, in Chinese and Japanese, of characters. It flags nothing.
 */
import { readRequests, writeAnswer } from '../grounding/protocol.ts';
import { shareFound, toGrams, toUnits } from './word-grams.ts';

const size = 3;

for (const { id, lang, summaryLang = lang, source, summary } of await readRequests()) {
  const found = new Set(toGrams(toUnits(source, summaryLang), size));
  const score = shareFound(toGrams(toUnits(summary, summaryLang), size), found);
  writeAnswer({ id, score, sentences: [{ start: 0, end: summary.length, score, flags: [], details: [] }] });
}
