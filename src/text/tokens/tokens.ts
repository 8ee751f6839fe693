import { splitSentences } from '#text/sentences/sentences.ts';

export interface Tokenizer {
  count(text: string): number;
}

/**
 * The encoder's time grows with the square of a run without a space: 8192 letters took 160 ms, 1024 take 20 ms. A cut
 * before a space does not change the count, and a cut inside such a run adds at most a token or two.
 */
const pieceCharacters = 1024;

/** Loads a real tokenizer (o200k) on first use, because its tables take a moment and some memory. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Control tokens such as <|endoftext|> are plain characters here; by default the tokenizer throws on them.
  const plainText = { disallowedSpecial: new Set<string>() };
  return {
    count(text) {
      let total = 0;
      for (let start = 0; start < text.length; ) {
        const end = endOfPiece(text, start);
        total += countTokens(text.slice(start, end), plainText);
        start = end;
      }
      return total;
    },
  };
}

function endOfPiece(text: string, start: number): number {
  const end = start + pieceCharacters;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > start ? space : end;
}

/** Computes an upper bound without a tokenizer: a byte-pair token is never shorter than one byte of UTF-8. */
export function boundTokens(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
}

/** A sample of this length shows the script and whether it is prose or code. */
const sampleCharacters = 1000;

/** The approximate cost of a character in tokens: letters, digits and signs of Latin script, then other scripts. */
const letterCost = 0.22;
const digitCost = 0.4;
const signCost = 0.45;
const otherCost = 0.35;
const ideographCost = 0.75;

const tabled = 0x80;
/** The costs of ASCII characters by their codes. */
const costs = Float64Array.from({ length: tabled }, (_, code) => costOf(code));

/**
 * Projects the number of tokens of a text from its beginning and its length in bytes of UTF-8. This is for lists that
 * show what a text would cost, where counting takes too long. `estimateTokens` is for budgets.
 */
export function projectTokens(beginning: string, bytes: number): number {
  const sample = beginning.slice(0, sampleCharacters);
  let cost = 0;
  let length = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code < tabled) {
      cost += costs[code] ?? 0;
      length += 1;
    } else {
      cost += costOf(code);
      length += code < 0x800 ? 2 : 3;
    }
  }
  return length === 0 ? 0 : Math.ceil((cost / length) * bytes);
}

function costOf(code: number): number {
  if (code >= 0x2e80) return ideographCost;
  if (code >= 0x80) return otherCost;
  const lower = code | 0x20;
  if ((lower >= 0x61 && lower <= 0x7a) || code === 0x20) return letterCost;
  return code >= 0x30 && code <= 0x39 ? digitCost : signCost;
}

interface ChunkOptions {
  maxTokens: number;
  tokenizer: Tokenizer;
}

/**
 * Splits a text into chunks of at most `maxTokens`: at paragraph bounds where they fit, else at sentence bounds, else
 * inside a sentence. Joined together, the chunks are exactly the text.
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
  // The cut must not separate the two halves of a surrogate pair.
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
