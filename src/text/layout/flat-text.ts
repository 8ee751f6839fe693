/** Text in one line, and where in the source each part of it stands. */
type FlatText = {
  text: string;
  /** The place in the source of a place in `text`; ask in ascending order. */
  sourceAt: (at: number) => number;
};

const UNEVEN = /\s\s|[^\S ]/u;
const GAP = /\s{2,}|[^\S ]/gu;
const QUOTED_GAP = /(?:[^\S\n\r\u2028\u2029]*[\n\r\u2028\u2029]|\s{3})[\s>]*|\s{2,}|[^\S ]/gu;
const LINE_END = /[\n\r\u2028\u2029]/u;
// Scripts in which a line may end between any two characters, so that its end is no space.
const UNSPACED = /[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u0e00-\u0eff]/u;

/**
 * Makes each run of whitespace a single blank. A line end between two characters of a script without spaces
 * becomes nothing, and in quoted mail the quote marks after a line end go with it.
 */
export function flattenText(source: string, { start, end, quoted }: Span): FlatText {
  const raw = source.slice(start, end);
  if (!UNEVEN.test(raw)) return { text: raw, sourceAt: (at) => start + at };
  const parts: string[] = [];
  const flatStarts = [0];
  const sourceStarts = [start];
  let length = 0;
  let from = 0;
  for (const gap of raw.matchAll(quoted ? QUOTED_GAP : GAP)) {
    const after = gap.index + gap[0].length;
    const blank = joinsWithout(raw, gap.index, after) && LINE_END.test(gap[0]) ? '' : ' ';
    parts.push(raw.slice(from, gap.index), blank);
    length += gap.index - from + blank.length;
    from = after;
    flatStarts.push(length);
    sourceStarts.push(start + after);
  }
  parts.push(raw.slice(from));
  let part = 0;
  return {
    text: parts.join(''),
    sourceAt(at) {
      while ((flatStarts[part + 1] ?? Number.POSITIVE_INFINITY) <= at) part++;
      return (sourceStarts[part] ?? start) + at - (flatStarts[part] ?? 0);
    },
  };
}

type Span = { start: number; end: number; quoted: boolean };

/** The text in one line, as it is printed. */
export function flatten(text: string, quoted = false): string {
  return flattenText(text, { start: 0, end: text.length, quoted }).text;
}

function joinsWithout(raw: string, before: number, after: number): boolean {
  return before > 0 && UNSPACED.test(raw.charAt(before - 1)) && UNSPACED.test(raw.charAt(after));
}
