import { itemMarker, type LineMark } from './line-marks.ts';
import type { Line } from './lines.ts';

/** Where a line begins something new, and where it only goes on because the line before was full. */
export type Breaks = {
  /** Whether each line begins a block of its own by its mark. */
  starts: boolean[];
  /** Whether each line goes on with the sentence or paragraph of the line before. */
  continues: boolean[];
};

type Stretch = { from: number; to: number };

// No program wraps prose narrower or wider; a character of an unspaced script is two columns.
const NARROWEST = 24;
const NARROWEST_UNSPACED = 16;
const WIDEST = 132;
// East Asian typesetting moves a mark or two to the next line.
const UNSPACED_WORD = 3;
// Text that was edited after it was wrapped has lines that are shorter than they had to be.
const RAGGED = 0.75;
const SENTENCE_END = /[.!?。！？…][\s"'”’»」』)\]）】*_]*$/u;
const STARTS_LOWER = /^\p{Ll}/u;
const UNSPACED = /[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]/u;
const UNSPACED_START = /^[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]/u;

/**
 * Tells the line ends of wrapped text from those that its writer meant: a wrapped line is one to which the next
 * line's first word could not have been added.
 */
export function findBreaks(lines: readonly Line[], marks: readonly (LineMark | undefined)[]): Breaks {
  const starts = lines.map((line, at) => {
    const previous = lines[at - 1];
    const apart = previous === undefined || line.blankBefore || previous.quotes !== line.quotes;
    return apart || marks[at] !== undefined || marks[at - 1] !== undefined;
  });
  const continues = lines.map(() => false);
  const stretches = findStretches(starts);
  const usual = usualWidth(lines, stretches);
  for (const stretch of stretches) {
    const width = widthFor(lines, stretch, usual);
    markItems(lines, stretch, { width, starts });
    const wrapped = width !== undefined && isWrapped(lines, stretch, { width, starts });
    for (let at = stretch.from + 1; at < stretch.to; at++) {
      if (starts[at] === true) continue;
      continues[at] = (wrapped && isFull(lines, at, width)) || goesOn(lines, at);
    }
  }
  return { starts, continues };
}

/** Runs of plain lines that no blank line and no mark interrupts. */
function findStretches(starts: readonly boolean[]): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (let at = 1; at <= starts.length; at++) {
    if (at < starts.length && starts[at] === false) continue;
    if (at - from > 1) stretches.push({ from, to: at });
    from = at;
  }
  return stretches;
}

/** The width of the widest stretch that is full line by line; without one, of the widest that may be wrapped. */
function usualWidth(lines: readonly Line[], stretches: readonly Stretch[]): number | undefined {
  let full = 0;
  let any = 0;
  for (const stretch of stretches) {
    const width = widestOf(lines, stretch);
    if (width > WIDEST) continue;
    any = Math.max(any, width);
    if (width > 0 && stretch.to - stretch.from > 2 && isAllFull(lines, stretch, width))
      full = Math.max(full, width);
  }
  const width = full > 0 ? full : any;
  return width > 0 ? width : undefined;
}

function widthFor(lines: readonly Line[], stretch: Stretch, usual: number | undefined): number | undefined {
  const own = widestOf(lines, stretch);
  if (own > WIDEST) return undefined;
  if (own > 0 && stretch.to - stretch.from > 2 && isAllFull(lines, stretch, own)) return own;
  return usual === undefined ? undefined : Math.max(own, usual);
}

/** The width of the widest line, 0 where that is too narrow; a single word may be wider than its text was wrapped. */
function widestOf(lines: readonly Line[], { from, to }: Stretch): number {
  let widest = 0;
  let narrowest = NARROWEST;
  for (let at = from; at < to; at++) {
    const line = lines[at];
    if (line === undefined || line.width <= widest) continue;
    const unspaced = UNSPACED.test(line.text);
    if (!unspaced && !line.text.includes(' ')) continue;
    widest = line.width;
    narrowest = unspaced ? NARROWEST_UNSPACED : NARROWEST;
  }
  return widest >= narrowest ? widest : 0;
}

function isAllFull(lines: readonly Line[], { from, to }: Stretch, width: number): boolean {
  for (let at = from + 1; at < to; at++) if (!isFull(lines, at, width)) return false;
  return true;
}

/** Whether the first word of a line had no room on the line before, or hardly any in mid-sentence. */
function isFull(lines: readonly Line[], at: number, width: number): boolean {
  const before = lines[at - 1];
  if (before !== undefined && before.width >= width * RAGGED && !isFinished(before)) return true;
  const text = lines[at]?.text ?? '';
  const space = UNSPACED_START.test(text) ? UNSPACED_WORD : text.search(/\s|$/u) + 1;
  return (before?.width ?? 0) + space > width;
}

type Judged = { width: number; starts: readonly boolean[] };

/** Lines that end early in mid-sentence are a list, verse or an address. */
function isWrapped(lines: readonly Line[], { from, to }: Stretch, { width, starts }: Judged): boolean {
  let full = 0;
  let early = 0;
  for (let at = from + 1; at < to; at++) {
    if (starts[at] === true) continue;
    if (isFull(lines, at, width)) full++;
    else if (!isFinished(lines[at - 1]) && !goesOn(lines, at)) early++;
  }
  return full >= early;
}

/** A dash or a number that wrapping put at the beginning of a line makes no list item. */
function markItems(
  lines: readonly Line[],
  { from, to }: Stretch,
  { width, starts }: { width: number | undefined; starts: boolean[] },
): void {
  const counts = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const marker = itemMarker(lines[at]?.text ?? '');
    if (marker !== undefined) counts.set(marker, (counts.get(marker) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  for (let at = from + 1; at < to; at++) {
    const marker = itemMarker(lines[at]?.text ?? '');
    if (marker === undefined) continue;
    const early = width === undefined || !isFull(lines, at, width);
    if (early || (counts.get(marker) ?? 0) > 1 || /[:：]$/u.test(lines[at - 1]?.text ?? ''))
      starts[at] = true;
  }
}

function goesOn(lines: readonly Line[], at: number): boolean {
  return !isFinished(lines[at - 1]) && STARTS_LOWER.test(lines[at]?.text ?? '');
}

export function isFinished(line: Line | undefined): boolean {
  return line === undefined || SENTENCE_END.test(line.text.length > 40 ? line.text.slice(-40) : line.text);
}
