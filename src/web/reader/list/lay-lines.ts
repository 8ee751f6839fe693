import type { EntryHead } from '#schema/entry.ts';
import type { Look } from '#web/theme/look.ts';

export type Density = Look<'density'>;

/** The height of a row in pixels. Known heights let the list find any position without measuring. */
export const rowPx: Record<Density, number> = { compact: 44, comfortable: 116, cards: 158 };
/** The height of the picture on top of a card. */
export const cardPicturePx = 132;
export const dayPx = 30;

/** The lines of a list: its entries, and a heading before the first entry of each day. */
export type Line =
  | { kind: 'entry'; head: EntryHead; index: number; start: number; size: number }
  /** `span` is the height of the whole day, because its heading stays in sight that long. */
  | { kind: 'day'; at: number; start: number; size: number; span: number };

interface Layout {
  density: Density;
  /** Whether days have headings, which needs entries in order of time. */
  hasDays: boolean;
  hasPictures: boolean;
}

export function layLines(items: readonly EntryHead[], { density, hasDays, hasPictures }: Layout): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let day: { from: number; until: number; line: Extract<Line, { kind: 'day' }> } | null = null;
  for (const [index, head] of items.entries()) {
    const at = head.publishedAt;
    if (hasDays && (day === null || at < day.from || at >= day.until)) {
      const line: Line = { kind: 'day', at, start, size: dayPx, span: dayPx };
      day = { ...boundsOfDay(at), line };
      lines.push(line);
      start += dayPx;
    }
    const hasBanner = density === 'cards' && hasPictures && head.imageKey !== null;
    const size = rowPx[density] + (hasBanner ? cardPicturePx : 0);
    lines.push({ kind: 'entry', head, index, start, size });
    start += size;
    if (day !== null) day.line.span += size;
  }
  return lines;
}

/** Returns the index of the line at a distance from the top, or -1 in an empty list. */
export function lineAt(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return high;
}

/** Returns the index of the heading over a line, or -1 if there are no headings. */
export function dayLineOf(lines: readonly Line[], index: number): number {
  let at = Math.min(index, lines.length - 1);
  while (at >= 0 && lines[at]?.kind !== 'day') at -= 1;
  return at;
}

function boundsOfDay(at: number): { from: number; until: number } {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return { from: new Date(year, month, day).getTime(), until: new Date(year, month, day + 1).getTime() };
}
