import { isFinished, itemMarker, type Line, type LineMark } from './line-marks.ts';

/** Tells where a line begins something new and where it only continues because the line before was full. */
export type Breaks = {
  /** Whether each line begins its own block because of its mark. */
  starts: boolean[];
  /** Whether each line continues the sentence or paragraph of the line before. */
  continues: boolean[];
};

type Stretch = { from: number; to: number };

// No program wraps prose narrower or wider than this. A character of an unspaced script takes two columns.
const NARROWEST = 24;
const NARROWEST_UNSPACED = 16;
const WIDEST = 132;
// East Asian typesetting moves one or two marks to the next line.
const UNSPACED_WORD = 3;
// Text that was edited after wrapping has lines that are shorter than necessary.
const RAGGED = 0.75;
const BULLET = /[*•‣▪◦]/u;
const LONG_DASH = /[–—]/u;
const DASH = /[-–—+]/u;
const STARTS_LOWER = /^\p{Ll}/u;
const UNSPACED = /[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]/u;
// This includes the words and marks directly beside the character, which may stay on its line.
const UNSPACED_START =
  /^[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60](?:[^\s\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]+[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]?)*/u;

/**
 * Tells the line ends of wrapped text from those that its writer meant. A line was wrapped if the first word of the
 * next line did not fit on it.
 */
export function findBreaks(lines: readonly Line[], marks: readonly (LineMark | undefined)[]): Breaks {
  const starts = lines.map((line, at) => {
    const previous = lines[at - 1];
    const apart = previous === undefined || line.blankBefore || previous.quotes !== line.quotes;
    return apart || marks[at] !== undefined || !goesOnAfter(marks[at - 1]);
  });
  const continues = lines.map(() => false);
  const stretches = findStretches(starts);
  const isQuoted = ({ from }: Stretch): boolean => (lines[from]?.quotes ?? 0) > 0;
  const own = stretches.filter((stretch) => !isQuoted(stretch));
  // Quoted lines were wrapped by other writers, at widths of their own.
  const usual = { own: usualWidth(lines, own), quoted: usualWidth(lines, stretches.filter(isQuoted)) };
  for (const stretch of stretches) {
    const { width, sure } = widthFor(lines, stretch, isQuoted(stretch) ? usual.quoted : usual.own);
    markItems(lines, stretch, { width, sure, starts });
    const wrapped = width !== undefined && isWrapped(lines, stretch, { width, starts });
    for (let at = stretch.from + 1; at < stretch.to; at++) {
      if (starts[at] === true) continue;
      continues[at] = (wrapped && isFull(lines, at, width)) || goesOn(lines, at);
    }
  }
  return { starts, continues };
}

function goesOnAfter(mark: LineMark | undefined): boolean {
  return mark === undefined || mark === 'stamped';
}

/** Finds runs of plain lines that no blank line and no mark interrupts. */
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

/** A width is sure if every line of a stretch of at least three lines is full. */
type Width = { width: number | undefined; sure: boolean };

/** Finds the width of the widest stretch with full lines, or else of the widest stretch that may be wrapped. */
function usualWidth(lines: readonly Line[], stretches: readonly Stretch[]): Width {
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
  return { width: width > 0 ? width : undefined, sure: full > 0 };
}

function widthFor(lines: readonly Line[], stretch: Stretch, usual: Width): Width {
  const own = widestOf(lines, stretch);
  if (own > WIDEST) return { width: undefined, sure: false };
  if (own > 0 && stretch.to - stretch.from > 2 && isAllFull(lines, stretch, own))
    return { width: own, sure: true };
  return usual.width === undefined ? usual : { ...usual, width: Math.max(own, usual.width) };
}

/**
 * The width of the widest line, or 0 if it is too narrow. Lines of one word do not count, because they may be wider
 * than the text was wrapped.
 */
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

/** Whether the first word of a line had no room on the line before, or that line ends nearly full in mid-sentence. */
function isFull(lines: readonly Line[], at: number, width: number): boolean {
  const before = lines[at - 1];
  if (before !== undefined && before.width >= width * RAGGED && !isFinished(before)) return true;
  const text = lines[at]?.text ?? '';
  const unspaced = UNSPACED_START.exec(text)?.[0];
  const space = unspaced === undefined ? text.search(/\s|$/u) + 1 : Math.max(UNSPACED_WORD, unspaced.length);
  return (before?.width ?? 0) + space > width;
}

type Judged = { width: number; starts: readonly boolean[] };

/** Whether a stretch is wrapped text. Lines that end early in mid-sentence are a list, verse or an address. */
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

/**
 * Marks the list items of a stretch. A dash or number that wrapping moved to the beginning of a line is not an item.
 */
function markItems(
  lines: readonly Line[],
  { from, to }: Stretch,
  { width, sure, starts }: Width & { starts: boolean[] },
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
    // Prose has long dashes, but a hyphen or number begins an item unless the line before is surely full.
    const full = width !== undefined && (sure || LONG_DASH.test(marker)) && isFull(lines, at, width);
    const listed = (counts.get(marker) ?? 0) > 1 && !(full && interrupts(lines, at));
    if (listed || !full || beginsList(lines, at, marker)) starts[at] = true;
  }
}

/**
 * Whether a line begins a list: with a bullet, a dash after a sentence, or a marker other than "(1)" and "a)" after a
 * colon.
 */
function beginsList(lines: readonly Line[], at: number, marker: string): boolean {
  if (BULLET.test(marker)) return true;
  if (isFinished(lines[at - 1])) return DASH.test(marker);
  return /[:：]$/u.test(lines[at - 1]?.text ?? '') && !/^\(?\w{1,3}\)/.test(lines[at]?.text ?? '');
}

/** Whether a line continues a sentence of a line that is neither an item nor part of one. */
function interrupts(lines: readonly Line[], at: number): boolean {
  const [before, line] = [lines[at - 1], lines[at]];
  if (before === undefined || line === undefined || isFinished(before)) return false;
  return itemMarker(before.text) === undefined && indentOf(before) <= indentOf(line);
}

function indentOf({ width, text }: Line): number {
  return width - text.length;
}

function goesOn(lines: readonly Line[], at: number): boolean {
  return !isFinished(lines[at - 1]) && STARTS_LOWER.test(lines[at]?.text ?? '');
}
