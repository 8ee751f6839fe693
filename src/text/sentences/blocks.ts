import {
  isFinished,
  isHeader,
  itemMarker,
  type Line,
  type LineMark,
  markLines,
  senderOf,
  splitLines,
} from '#text/layout/line-marks.ts';
import { type Breaks, findBreaks } from '#text/layout/wrapping.ts';
import { readHyphen } from './words.ts';

/** A stretch of text that a sentence never crosses: a paragraph, a heading, a list item, or a turn of a dialog. */
export type Block = {
  start: number;
  end: number;
  kind: 'prose' | 'heading' | 'item' | 'turn' | 'quoted' | 'header' | 'table' | 'signature' | 'code';
  /** The speaker, where the text names one. */
  speaker?: string;
  /** The number of the paragraph; blocks of one paragraph, message or turn share it. */
  paragraph: number;
};

const TERMINATED = /[.!?。！？…:：;；,，、][\s"'”’»」』)\]）】*_]*$/u;
const SENTENCE_INSIDE = /[。！？]|[.!?]\s+(?:[-–—]\s*)?\p{Lu}/u;
const LONGEST_HEADING = 80;
const KIND_OF_MARK: Readonly<Partial<Record<LineMark, Block['kind']>>> = {
  header: 'header',
  heading: 'heading',
  table: 'table',
  stamped: 'prose',
  signature: 'signature',
  code: 'code',
  rule: 'code',
  underline: 'code',
};

/** Cuts a text into blocks with offsets. The time is proportional to the length of the text. */
export function splitBlocks(text: string): Block[] {
  const lines = splitLines(text);
  const marks = markLines(lines);
  const breaks = findBreaks(lines, marks);
  const heads = findChatHeads(lines);
  const speakers = heads.size > 0 ? heads : findSpeakers(lines, breaks);
  const blocks: Block[] = [];
  let sender: string | undefined;
  let paragraph = -1;
  let from = 0;
  for (let at = 1; at <= lines.length; at++) {
    const goesOn = breaks.continues[at] === true || (heads.has(at - 1) && lines[at]?.blankBefore === false);
    if (at < lines.length && goesOn && !speakers.has(at)) continue;
    const [first, last] = [lines[from], lines[at - 1]];
    if (first === undefined || last === undefined) break;
    const speaker = marks[from] === 'header' || marks[from] === 'code' ? undefined : speakers.get(from);
    if (marks[from] === 'header') sender = senderOf(first.text) ?? sender;
    const underlined = marks[at] === 'underline' && last.end - first.start <= LONGEST_HEADING;
    const kind =
      speaker === undefined
        ? underlined
          ? 'heading'
          : kindOf(text, { first, last, mark: marks[from] })
        : 'turn';
    const said = speaker ?? (speakers.size > 0 && kind !== 'heading' ? blocks.at(-1)?.speaker : sender);
    paragraph++;
    blocks.push({
      start: first.start,
      end: last.end,
      kind,
      paragraph,
      ...(said === undefined ? {} : { speaker: said }),
    });
    from = at;
  }
  return blocks;
}

type Bounds = { first: Line; last: Line; mark: LineMark | undefined };

function kindOf(text: string, { first, last, mark }: Bounds): Block['kind'] {
  const marked = mark === undefined ? undefined : KIND_OF_MARK[mark];
  if (marked === 'code' || marked === 'signature') return marked;
  if (first.quotes > 0) return 'quoted';
  if (marked !== undefined) return marked;
  if (itemMarker(first.text) !== undefined) return 'item';
  return isHeading(text, first.start, last.end) ? 'heading' : 'prose';
}

/** Whether a stretch is a short line without the end of a sentence, however it was wrapped. */
function isHeading(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_HEADING * 2) return false;
  const flat = flatten(text.slice(start, end));
  return flat.length <= LONGEST_HEADING && !TERMINATED.test(flat) && !SENTENCE_INSIDE.test(flat);
}

/** The name and time that a chat shows before a message or on the line above it: "Ann [09:07]", "Ann Berg, 9:07 AM". */
export const CHAT_LABEL =
  /^(\p{L}[\p{L}\p{M}\p{N} .'’_-]{0,38}?)(?:,| [·•|–-])?\s{1,4}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?[\])]?\s/iu;
const FEWEST_HEADS = 3;
const MOST_SPEAKING_ONCE = 4;

/** Finds the lines of a chat that hold nothing but who writes and when, with the writer. */
function findChatHeads(lines: readonly Line[]): Map<number, string> {
  const heads = new Map<number, string>();
  lines.forEach(({ text }, at) => {
    const label = text.length > LONGEST_LABEL ? null : CHAT_LABEL.exec(`${text} `);
    if (label?.[1] !== undefined && label[0].length > text.length && !isHeader(text)) heads.set(at, label[1]);
  });
  return heads.size >= FEWEST_HEADS && new Set(heads.values()).size > 1 ? heads : new Map();
}

const SPEAKER =
  /^(?:[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s)?\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\)?\]?(?:\s[–-])?\s*)?([#@*]{0,2}[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’#_\-()（）]{0,38}?)[*]{0,2}\s?[:：][*]{0,2}(?=\s|[^\s\d/\\])/u;
const NAME = /^[^\p{Ll}\s]\S*(?: [^\p{Ll}\s]\S*)*$/u;
const LONGEST_LABEL = 80;

/**
 * Finds the speaker of each line that names one. Labels only count as speakers if they repeat or fill most lines: one
 * "Note: …" is no dialog. Inside a paragraph, a label must be a name after the end of a sentence, or begin a
 * paragraph elsewhere.
 */
function findSpeakers(lines: readonly Line[], { continues }: Breaks): Map<number, string> {
  const labels = new Map<number, string>();
  const counts = new Map<string, number>();
  const interrupts = (at: number, label: string): boolean =>
    continues[at] === true && !(isFinished(lines[at - 1]) && NAME.test(label));
  lines.forEach((line, at) => {
    const label = labelOf(continues[at + 1] === true ? `${line.text} ` : line.text);
    if (label === undefined) return;
    labels.set(at, label);
    counts.set(label, (counts.get(label) ?? 0) + (interrupts(at, label) ? 0 : 1));
  });
  for (const [at, label] of labels) if ((counts.get(label) ?? 0) === 0) labels.delete(at);
  // Only lines that surely begin something are evidence, so that the wrapping of the text makes no difference.
  const starts = continues.filter((goesOn) => !goesOn).length;
  const labelled = [...labels].filter(([at]) => continues[at] !== true).map(([, label]) => label);
  const repeated = labelled.filter((label) => (counts.get(label) ?? 0) > 1).length;
  // A form or a record has a label of its own on every line, while speakers come back.
  const isForm = repeated === 0 && labelled.length > MOST_SPEAKING_ONCE;
  const enough =
    !isForm &&
    labelled.length >= 2 &&
    new Set(labels.values()).size >= 2 &&
    (labelled.length * 2 >= starts || repeated * 4 >= starts);
  return enough ? labels : new Map();
}

function labelOf(text: string): string | undefined {
  const label = SPEAKER.exec(text.length > LONGEST_LABEL ? text.slice(0, LONGEST_LABEL) : text)?.[1];
  return label === undefined || label.split(' ').length > 5 || isHeader(text) ? undefined : label;
}

/** Text on one line, with the place of each part in the source. */
type FlatText = {
  text: string;
  /** The place in the source of a place in `text`. The places must be asked for in ascending order. */
  sourceAt: (at: number) => number;
};

const UNEVEN = /\s\s|[^\S ]/u;
const GAP = /\s{2,}|[^\S ]/gu;
const QUOTED_GAP = /(?:[^\S\n\r\u2028\u2029]*[\n\r\u2028\u2029]|\s{3})[\s>]*|\s{2,}|[^\S ]/gu;
const LINE_END = /[\n\r\u2028\u2029]/u;
// In these scripts a line may end between any two characters, so a line end is not a space.
const UNSPACED = /[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u0e00-\u0eff]/u;

/**
 * Makes each run of whitespace one blank. A line end between two characters of a script without spaces becomes
 * nothing, as does one inside a hyphenated word with its hyphen. In quoted mail, the quote marks after a line end are
 * removed with it.
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
    const lineEnds = LINE_END.test(gap[0]);
    const hyphen = lineEnds ? readHyphen(raw, gap.index, after) : undefined;
    const to = hyphen === 'joined' ? gap.index - 1 : gap.index;
    const joined = hyphen !== undefined || (lineEnds && joinsWithout(raw, gap.index, after));
    const blank = joined ? '' : ' ';
    parts.push(raw.slice(from, to), blank);
    length += to - from + blank.length;
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

/** Puts a text on one line. */
export function flatten(text: string, quoted = false): string {
  return flattenText(text, { start: 0, end: text.length, quoted }).text;
}

function joinsWithout(raw: string, before: number, after: number): boolean {
  return before > 0 && UNSPACED.test(raw.charAt(before - 1)) && UNSPACED.test(raw.charAt(after));
}
