import type { GroundedSentence } from '#schema/grounding.ts';
import type { Line } from '#web/summary-panel/parse-blocks.ts';

/** A stretch of one line that belongs to one sentence, or to none. */
export interface Piece {
  start: number;
  /** Which sentence of the grounding; null between sentences. */
  sentence: number | null;
  /** Whether the sentence begins and ends here: one that crosses lines has several pieces. */
  isFirst: boolean;
  isLast: boolean;
  parts: Part[];
}

export interface Part {
  start: number;
  text: string;
  /** The source does not bear it out. */
  isFlagged: boolean;
}

/** Lays sentences over lines; the pieces of a line, put together, are the line. Sentences are in reading order. */
export function sliceLines(lines: readonly Line[], sentences: readonly GroundedSentence[]): Piece[][] {
  const sliced = lines.map((line) => sliceLine(line, sentences));
  const edges = new Map<number, { first: Piece; last: Piece }>();
  for (const piece of sliced.flat()) {
    if (piece.sentence === null) continue;
    edges.set(piece.sentence, { first: edges.get(piece.sentence)?.first ?? piece, last: piece });
  }
  for (const { first, last } of edges.values()) {
    first.isFirst = true;
    last.isLast = true;
  }
  return sliced;
}

function sliceLine(line: Line, sentences: readonly GroundedSentence[]): Piece[] {
  const lineEnd = line.start + line.text.length;
  const pieces: Piece[] = [];
  let at = line.start;

  function add(end: number, sentence: number | null): void {
    if (end <= at) return;
    const flags = sentence === null ? [] : (sentences[sentence]?.flags ?? []);
    const parts = sliceParts(line, { start: at, end }, flags);
    pieces.push({ start: at, sentence, isFirst: false, isLast: false, parts });
    at = end;
  }

  for (const [index, { start, end }] of sentences.entries()) {
    if (end <= at) continue;
    if (start >= lineEnd) break;
    add(start, null);
    add(Math.min(end, lineEnd), index);
  }
  add(lineEnd, null);
  return pieces;
}

interface Span {
  start: number;
  end: number;
}

function sliceParts(line: Line, { start, end }: Span, flags: readonly Span[]): Part[] {
  const parts: Part[] = [];
  let at = start;

  function add(to: number, isFlagged: boolean): void {
    const until = Math.min(to, end);
    if (until <= at) return;
    parts.push({ start: at, text: line.text.slice(at - line.start, until - line.start), isFlagged });
    at = until;
  }

  for (const flag of flags.toSorted((a, b) => a.start - b.start)) {
    add(flag.start, false);
    add(flag.end, true);
  }
  add(end, false);
  return parts;
}
