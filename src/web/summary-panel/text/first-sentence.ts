import { decodeEntities } from '#web/markdown/decode-entities.ts';
import { parseBlocks } from './parse-blocks.ts';

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

const strong = /(?<!\\)\*\*(?!\s)([^*]+)(?<![\s\\])\*\*|(?<![\w\\])__(?!\s)([^_]+)(?<![\s\\])__(?!\w)/g;
const emphasis = /(?<!\\)\*(?!\s)([^*]+)(?<![\s\\])\*|(?<![\w\\])_(?!\s)([^_]+)(?<![\s\\])_(?!\w)/g;
const deleted = /~~(?!\s)([^~]+)(?<!\s)~~/g;
const link = /!?\[([^[\]]+)\]\([^()]*\)/g;
const code = /(`{1,2})([^`]+)\1/g;
const escaped = /\\([!-/:-@[-`{-~])/g;

/** A line of a summary without its inline marks. For previews: lists do without the Markdown parser. */
export function plainLine(line: string): string {
  const shown = line
    .replaceAll(code, '$2')
    .replaceAll(link, '$1')
    .replaceAll(strong, '$1$2')
    .replaceAll(emphasis, '$1$2')
    // Once more, for those around an emphasis.
    .replaceAll(strong, '$1$2')
    .replaceAll(deleted, '$1')
    .replaceAll(escaped, '$1');
  return decodeEntities(shown).trim();
}
