import { markerPattern } from '#text/paragraphs/markers.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';

export interface AskedParagraph {
  key: string;
  markup: string;
}

/** The text sent under one number: a paragraph, or a part of one that is too long for a call. */
export interface Item {
  paragraph: AskedParagraph;
  markup: string;
  part: number;
  parts: number;
}

interface Room {
  /** Maximum tokens that one call may read, without the template. */
  input: number;
  /** Maximum tokens of one answer. */
  output: number;
}

/** Maximum tokens of a translation per token of its source. Its number needs some more. */
const growth = 1.6;
const numberTokens = 8;
/** Models lose count in longer lists, and a failed call costs more. */
const mostItems = 80;
const mostTokens = 8000;

/** Puts paragraphs in the order of the article into as few calls as the model allows. */
export function planBatches(paragraphs: readonly AskedParagraph[], room: Room): Item[][] {
  const most = Math.max(64, Math.min(mostTokens, room.input, Math.floor(room.output / growth)));
  const batches: Item[][] = [];
  let open: Item[] = [];
  let tokens = 0;
  for (const item of paragraphs.flatMap((paragraph) => splitLong(paragraph, most - numberTokens))) {
    const size = estimateTokens(item.markup) + numberTokens;
    if (open.length > 0 && (tokens + size > most || open.length >= mostItems)) {
      batches.push(open);
      open = [];
      tokens = 0;
    }
    open.push(item);
    tokens += size;
  }
  return open.length === 0 ? batches : [...batches, open];
}

/** Splits the open items of a batch into smaller batches. A few items are sent one by one. */
export function splitAgain(items: readonly Item[]): Item[][] {
  const size = Math.ceil(items.length / 4);
  return items.length <= 8 ? items.map((item) => [item]) : chunk(items, size);
}

function chunk(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}

function splitLong(paragraph: AskedParagraph, most: number): Item[] {
  const { markup } = paragraph;
  if (estimateTokens(markup) <= most) return [{ paragraph, markup, part: 0, parts: 1 }];
  const parts: string[] = [];
  let open: string[] = [];
  let tokens = 0;
  for (const piece of splitSentences(markup).flatMap(({ text }) => splitSentence(text, most))) {
    // Counts a space with each piece, so that the sum is never too small.
    const size = estimateTokens(piece) + 1;
    if (open.length > 0 && tokens + size > most) {
      parts.push(open.join(' '));
      open = [];
      tokens = 0;
    }
    open.push(piece);
    tokens += size;
  }
  parts.push(open.join(' '));
  return parts.map((part, at) => ({ paragraph, markup: part, part: at, parts: parts.length }));
}

/** Cuts a sentence that is too long between words, or between characters if there are no spaces. */
function splitSentence(text: string, most: number): string[] {
  if (estimateTokens(text) <= most) return [text];
  const pieces: string[] = [];
  // Fits unless the characters need more than two tokens each.
  const length = Math.max(16, Math.floor(most / 2));
  for (let from = 0; from < text.length; ) {
    const end = from + length >= text.length ? text.length : endOfPiece(text, from, from + length);
    pieces.push(text.slice(from, end).trim());
    from = end;
  }
  return pieces.filter((piece) => piece !== '');
}

/** Cuts before a space if possible, and never inside a marker or a character. */
function endOfPiece(text: string, from: number, most: number): number {
  const space = text.lastIndexOf(' ', most);
  const end = space > from ? space : /[\udc00-\udfff]/u.test(text.charAt(most)) ? most - 1 : most;
  for (const match of text.slice(from, most + 12).matchAll(markerPattern)) {
    const start = from + match.index;
    if (start < end && end < start + match[0].length) return start > from ? start : start + match[0].length;
  }
  return end;
}
