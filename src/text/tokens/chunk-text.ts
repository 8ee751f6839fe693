import { splitSentences } from '#text/sentences/sentences.ts';
import type { Tokenizer } from './tokens.ts';

interface ChunkOptions {
  maxTokens: number;
  tokenizer: Tokenizer;
}

/**
 * Splits a text into chunks of at most `maxTokens`, at paragraph bounds where they fit, else at sentence
 * bounds, else inside a sentence. Joined together the chunks are the text, character for character.
 */
export function chunkText(text: string, options: ChunkOptions): string[] {
  const chunks: string[] = [];
  let current = '';
  let currentTokens = 0;
  for (const unit of splitUnits(text, options)) {
    const tokens = options.tokenizer.count(unit);
    if (current !== '' && currentTokens + tokens > options.maxTokens) {
      chunks.push(current);
      current = '';
      currentTokens = 0;
    }
    current += unit;
    currentTokens += tokens;
  }
  if (current !== '') chunks.push(current);
  return chunks;
}

function* splitUnits(text: string, options: ChunkOptions): Generator<string> {
  for (const paragraph of splitAfter(text, /\n[^\S\n]*\n\s*/g)) {
    if (fits(paragraph, options)) yield paragraph;
    else yield* splitParagraph(paragraph, options);
  }
}

function* splitParagraph(paragraph: string, options: ChunkOptions): Generator<string> {
  let start = 0;
  const bounds = splitSentences(paragraph)
    .slice(1)
    .map((sentence) => sentence.start);
  for (const end of [...bounds, paragraph.length]) {
    const piece = paragraph.slice(start, end);
    start = end;
    if (fits(piece, options)) yield piece;
    else yield* halve(piece, options);
  }
}

function* halve(piece: string, options: ChunkOptions): Generator<string> {
  if (piece.length < 2 || fits(piece, options)) {
    yield piece;
    return;
  }
  let middle = piece.length >> 1;
  // Never between the two halves of a surrogate pair.
  if (/[\uDC00-\uDFFF]/.test(piece[middle] ?? '')) middle += 1;
  if (middle >= piece.length) {
    yield piece;
    return;
  }
  yield* halve(piece.slice(0, middle), options);
  yield* halve(piece.slice(middle), options);
}

function* splitAfter(text: string, separator: RegExp): Generator<string> {
  let start = 0;
  for (const match of text.matchAll(separator)) {
    const end = match.index + match[0].length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

function fits(text: string, { maxTokens, tokenizer }: ChunkOptions): boolean {
  return tokenizer.count(text) <= maxTokens;
}
