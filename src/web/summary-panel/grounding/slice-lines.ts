import { type GroundedSentence, type GroundingFlag, isDoubt, verdictOf } from '#schema/runs/grounding.ts';
import type { Line } from '#web/summary-panel/text/parse-blocks.ts';

/** A part of one line that belongs to one sentence, or to none. */
export interface Piece {
  start: number;
  /** The index of the sentence in the grounding, or null between sentences. */
  sentence: number | null;
  /** Whether the sentence starts and ends in this piece. A sentence that crosses lines has several pieces. */
  isFirst: boolean;
  isLast: boolean;
  parts: Part[];
}

export interface Part {
  start: number;
  text: string;
  /** The mark of the part if it conflicts with the source or is not in it. */
  mark: ReturnType<typeof verdictOf> | null;
}

/**
 * Divides lines into the pieces of sentences. The pieces of a line add up to the line. The sentences are in reading
 * order.
 */
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
    const parts = sliceParts(
      line,
      { start: at, end },
      markedFlags(sentence === null ? null : sentences[sentence]),
    );
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

/**
 * Returns the flags in reading order. Of flags with equal starts, the more severe comes first. A sentence without a
 * doubt has no marks.
 */
function markedFlags(sentence: GroundedSentence | null | undefined): GroundingFlag[] {
  if (sentence === null || sentence === undefined || !isDoubt(sentence.state)) return [];
  const isGrave = (flag: GroundingFlag) => Number(verdictOf([flag]) === 'different');
  return sentence.flags.toSorted((a, b) => a.start - b.start || isGrave(b) - isGrave(a));
}

function sliceParts(line: Line, { start, end }: Span, flags: readonly GroundingFlag[]): Part[] {
  const parts: Part[] = [];
  let at = start;

  function add(to: number, mark: Part['mark']): void {
    const until = Math.min(to, end);
    if (until <= at) return;
    parts.push({ start: at, text: line.text.slice(at - line.start, until - line.start), mark });
    at = until;
  }

  for (const flag of flags) {
    add(flag.start, null);
    add(flag.end, verdictOf([flag]));
  }
  add(end, null);
  return parts;
}
