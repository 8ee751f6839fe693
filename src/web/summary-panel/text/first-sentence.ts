import { parseBlocks } from './parse-blocks.ts';
import { plainLine } from './plain-line.ts';

/** One for all rows: making a segmenter takes longer than using it. */
let sentences: Intl.Segmenter | undefined;

/** The first sentence of a summary as plain text, without its headings and marks. Empty if it has none. */
export function firstSentence(summary: string): string {
  for (const block of parseBlocks(summary)) {
    if (block.kind === 'heading' || block.kind === 'code' || block.kind === 'table') continue;
    const lines = block.kind === 'list' ? block.items.slice(0, 1) : block.lines;
    const text = lines.map((line) => plainLine(line.text)).join(' ');
    sentences ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
    const [first] = sentences.segment(text);
    const sentence = first?.segment.trim() ?? '';
    if (sentence !== '') return sentence;
  }
  return '';
}
