/**
 * A baseline for the grounding scorers. It scores the share of the summary's words, or characters in Chinese and
 * Japanese, that are in the first three sentences of the source. It flags nothing.
 */
import { readRequests, writeAnswer } from '../grounding/protocol.ts';
import { shareFound, toUnits } from './word-grams.ts';

const leadSentences = 3;

for (const { id, lang, summaryLang = lang, source, summary } of await readRequests()) {
  const found = new Set(toUnits(leadOf(source, lang), summaryLang));
  const score = shareFound(toUnits(summary, summaryLang), found);
  writeAnswer({ id, score, sentences: [{ start: 0, end: summary.length, score, flags: [], details: [] }] });
}

function leadOf(source: string, language: string): string {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(source);
  const sentences = Array.from(segments, ({ segment }) => segment).filter((segment) => segment.trim() !== '');
  return sentences.slice(0, leadSentences).join('');
}
