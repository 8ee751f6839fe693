import type { EntryHead } from '#schema/entry.ts';
import type { Look } from '#web/theme/look.ts';

export type Density = Look<'density'>;

/** Known heights let the list find any position without measuring. In pixels. */
export const rowPx: Record<Density, number> = { compact: 44, comfortable: 116, cards: 158 };
/** The picture on top of a card. */
export const cardPicturePx = 132;
export const dayPx = 30;

/** What the list shows: entries, and before the first of each day its heading. */
export type Line =
  | { kind: 'entry'; head: EntryHead; index: number; start: number; size: number }
  /** `span` is the height of the whole day: its heading stays in sight that long. */
  | { kind: 'day'; at: number; start: number; size: number; span: number };

interface Layout {
  density: Density;
  /** Only for entries in order of time. */
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

/** The index of the line at a distance from the top; -1 in an empty list. */
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

/** The heading over a line; -1 without headings. */
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
