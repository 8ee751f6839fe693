/** A piece of text with its position on the page; y grows upwards. */
export interface PdfItem {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  endsLine: boolean;
}

export interface PdfLine {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
}

/**
 * Joins the lines of pages into paragraphs. A paragraph ends at a wider gap, an indent after a full stop, another
 * font size or a short last line, and continues across pages. Words hyphenated at the end of a line are joined. Page
 * numbers and lines repeated on most pages are removed.
 */
export function joinPdfPages(pages: PdfLine[][]): string {
  const running = runningLines(pages);
  const parts: string[] = [];
  let previous: PdfLine | null = null;
  for (const lines of pages) {
    const kept = lines.filter(
      (line, index) =>
        !running.has(keyOf(line)) && !(isPageNumber(line) && (index === 0 || index === lines.length - 1)),
    );
    const widest = Math.max(0, ...kept.slice(0, 500).map(({ right }) => right));
    const spacing = usualSpacing(kept);
    for (const [index, line] of kept.entries()) {
      if (previous !== null) {
        const isNew = startsParagraph({ line, previous, widest, spacing, isFirst: index === 0 });
        const link = isNew ? '\n\n' : linkOf(previous.text, line.text);
        // Only the last part is cut, because a paragraph may be as long as the document.
        if (link === null) parts.push((parts.pop() ?? '').slice(0, -1));
        else parts.push(link);
      }
      parts.push(line.text);
      previous = line;
    }
  }
  return parts.join('');
}

/** Joins the pieces of text on a page into lines, in their order. */
export function pdfLines(items: PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfLine | null = null;
  for (const item of items) {
    if (item.text !== '') {
      const isSameLine: boolean =
        open !== null && Math.abs(open.y - item.y) < Math.max(open.size, item.size) * 0.5;
      if (open && isSameLine) {
        const gap = item.x - open.right;
        const needsSpace = gap > item.size * 0.15 && !/\s$/.test(open.text) && !/^\s/.test(item.text);
        open.text += (needsSpace ? ' ' : '') + item.text;
        open.right = Math.max(open.right, item.x + item.width);
      } else {
        open = { text: item.text, x: item.x, right: item.x + item.width, y: item.y, size: item.size };
        lines.push(open);
      }
    }
    if (item.endsLine) open = null;
  }
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
}

function startsParagraph(place: {
  line: PdfLine;
  previous: PdfLine;
  widest: number;
  spacing: number;
  isFirst: boolean;
}): boolean {
  const { line, previous, widest, spacing, isFirst } = place;
  if (Math.abs(line.size - previous.size) > 1) return true;
  const ended = /[.!?:;。！？…”"»)\]]$/.test(previous.text);
  // Across pages only the words decide: an unfinished sentence continues.
  if (isFirst) return ended || /^\p{Lu}/u.test(line.text);
  if (/^(?:[•▪◦‣–-]\s|\d{1,3}[.)]\s)/.test(line.text)) return true;
  const gap = previous.y - line.y;
  if (gap > spacing * 1.4 || gap < -spacing) return true;
  if (ended && line.x - previous.x > line.size * 0.8) return true;
  return ended && previous.right < widest - (widest - previous.x) * 0.2;
}

/** The median distance between the lines of a page. */
function usualSpacing(lines: PdfLine[]): number {
  const gaps = lines
    .slice(1)
    .map((line, index) => (lines[index]?.y ?? 0) - line.y)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? lines[0]?.size ?? 12;
}

/** The separator between two lines of a paragraph. Null if the first ends in a hyphen that must be removed. */
function linkOf(before: string, after: string): string | null {
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(before) && /^\p{Ll}/u.test(after)) return null;
  const isUnspaced =
    /[\u3040-\u30ff\u3400-\u9fff，。、]$/.test(before) && /^[\u3040-\u30ff\u3400-\u9fff]/.test(after);
  return isUnspaced ? '' : ' ';
}

/** First and last lines shared by more than half of at least four pages. Their digits may differ. */
function runningLines(pages: PdfLine[][]): Set<string> {
  if (pages.length < 4) return new Set();
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set([lines[0], lines.at(-1)].filter((line) => line !== undefined).map(keyOf))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count > pages.length / 2).map(([key]) => key));
}

function keyOf({ text }: PdfLine): string {
  return text.replace(/\d+/g, '0');
}

function isPageNumber({ text }: PdfLine): boolean {
  return /^(?:[-–—]\s*)?(?:page\s+|seite\s+|p\.\s*)?\d{1,4}(?:\s*(?:\/|of|von)\s*\d{1,4})?(?:\s*[-–—])?$|^[ivxlc]{1,7}$/i.test(
    text,
  );
}
