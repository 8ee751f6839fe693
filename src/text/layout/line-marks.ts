/**
 * What the beginning of a line shows the line to be, if it is not plain text. A `stamped` line has text after its
 * time.
 */
export type LineMark =
  | 'header'
  | 'rule'
  | 'heading'
  | 'underline'
  | 'table'
  | 'stamp'
  | 'stamped'
  | 'code'
  | 'signature';

const HEADER =
  /^(?:name|from|to|cc|bcc|subject|date|sent|sender|email|e-mail|reply-to|in-reply-to|message-id|发件人|收件人|主题|日期|件名|差出人|宛先)\s?[:：]/iu;
const HEADER_SENDER = /^(?:name|from|发件人|差出人)\s?[:：]\s*["'“]?([^"'”<[\n]{1,60})/iu;
const ITEM = /^(?:([-*+•‣▪◦–—])(?=\s|$)|(?:\d{1,3}[.)、]|\(\d{1,2}\)|\(?[a-zA-Z][.)])\s+\S)/u;
const MARKDOWN_HEADING = /^#{1,6}\s+\S/;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const RULE = /^[-=_*~#+<>|:·•\s]{3,}$/u;
const FENCE = /^(?:`{3,}|~{3,})/;
const BARE_FENCE = /^(?:`{3,}|~{3,})\s*[\w+#.-]*$/;
const TABLE = /^\|\s|^\|.*\|$/;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[ap]\.?m\.?)?`;
const STAMP = new RegExp(String.raw`^(?:${TIME}|\[${TIME}\]|\(${TIME}\))(?=\s|$)`, 'iu');
const SIGNATURE = /^(?:--|__)$/;
const FRONT_MATTER = /^---$/;
// A longer text after two dashes is no signature. It is counted in characters, which wrapping does not change.
const LONGEST_SIGNATURE = 700;
// Subtitles have a time in every fourth or fifth line, while hardly any line of prose begins with one.
const LINES_PER_STAMP = 12;

/** Finds the mark of each line by its wording and, for code and signatures, by its place. */
export function markLines(lines: readonly Line[]): (LineMark | undefined)[] {
  const marks: (LineMark | undefined)[] = [];
  const stamps = lines.filter(({ text }) => STAMP.test(text)).length;
  const stamped = stamps > 1 && stamps * LINES_PER_STAMP >= lines.length;
  for (const [at, line] of lines.entries())
    marks.push(markOf(line, { before: lines[at - 1], previous: marks.at(-1), stamped }));
  markFrontMatter(lines, marks);
  markFences(lines, marks);
  markComments(lines, marks);
  markSignatures(lines, marks);
  return marks;
}

export function isHeader(text: string): boolean {
  return HEADER.test(text);
}

export function senderOf(text: string): string | undefined {
  return HEADER_SENDER.exec(text)?.[1]?.trim();
}

/** The kind of marker that begins a list item: its sign, or a digit or letter for numbered items. */
export function itemMarker(text: string): string | undefined {
  const match = ITEM.exec(text);
  if (match === null) return undefined;
  return match[1] ?? (/^\(?\d/.test(text) ? '1' : 'a');
}

type Surroundings = { before: Line | undefined; previous: LineMark | undefined; stamped: boolean };

function markOf(
  { text, blankBefore }: Line,
  { before, previous, stamped }: Surroundings,
): LineMark | undefined {
  const inside = before !== undefined && !blankBefore;
  // "to: …" in lower case inside a paragraph is wrapped prose.
  if (HEADER.test(text) && !(inside && previous !== 'header' && /^\p{Ll}/u.test(text))) return 'header';
  if (MARKDOWN_HEADING.test(text)) return 'heading';
  if (TABLE.test(text)) return 'table';
  if (STAMP.test(text) && (stamped || !inside || isFinished(before)))
    return /^(?!\s*-->).*\p{L}/u.test(text.replace(STAMP, '')) ? 'stamped' : 'stamp';
  if (inside && UNDERLINE.test(text)) return 'underline';
  return RULE.test(text) || SIGNATURE.test(text) ? 'rule' : undefined;
}

/** Marks settings between two lines of dashes at the very beginning as code. */
function markFrontMatter(lines: readonly Line[], marks: (LineMark | undefined)[]): void {
  if (!FRONT_MATTER.test(lines[0]?.text ?? '') || !/^[\w-]+:/.test(lines[1]?.text ?? '')) return;
  const end = lines.findIndex((line, at) => at > 0 && FRONT_MATTER.test(line.text));
  if (end > 0) marks.fill('code', 0, end + 1);
}

/** Marks fenced code. A fence that is never closed is at most one line of code. */
function markFences(lines: readonly Line[], marks: (LineMark | undefined)[]): void {
  const last = new Map<string, number>();
  lines.forEach(({ text }, at) => {
    if (FENCE.test(text)) last.set(text.charAt(0), at);
  });
  let sign: string | undefined;
  lines.forEach(({ text }, at) => {
    const fence = FENCE.test(text) ? text.charAt(0) : undefined;
    if (sign === undefined && fence === undefined) return;
    const opens = sign === undefined && (last.get(fence ?? '') ?? at) > at;
    if (sign !== undefined || opens || BARE_FENCE.test(text)) marks[at] = 'code';
    if (opens) sign = fence;
    else if (fence === sign) sign = undefined;
  });
}

/** Marks a C comment of several lines as code, since it often holds a licence. */
function markComments(lines: readonly Line[], marks: (LineMark | undefined)[]): void {
  let from: number | undefined;
  lines.forEach(({ text }, at) => {
    if (from === undefined && text.startsWith('/*')) from = at;
    if (from === undefined || !text.endsWith('*/')) return;
    marks.fill('code', from, at + 1);
    from = undefined;
  });
}

/** Marks what follows two dashes on a line of their own, up to the next message or the end. */
function markSignatures(lines: readonly Line[], marks: (LineMark | undefined)[]): void {
  for (let at = 0; at < lines.length; at++) {
    if (!SIGNATURE.test(lines[at]?.text ?? '') || marks[at] === 'code') continue;
    let end = at + 1;
    let length = 0;
    while (end < lines.length && length <= LONGEST_SIGNATURE && !endsMessage(lines, marks, { at, end })) {
      length += (lines[end]?.text.length ?? 0) + 1;
      end++;
    }
    if (length <= LONGEST_SIGNATURE) marks.fill('signature', at, end);
  }
}

type Reach = { at: number; end: number };

function endsMessage(
  lines: readonly Line[],
  marks: readonly (LineMark | undefined)[],
  { at, end }: Reach,
): boolean {
  return marks[end] === 'header' || lines[end]?.quotes !== lines[at]?.quotes;
}

/** A line of the source without its indentation, quote marks and trailing whitespace. */
export type Line = {
  start: number;
  end: number;
  text: string;
  /**
   * The number of columns from the beginning of the line to the end of its text, with indentation and quote marks.
   */
  width: number;
  /** Whether a blank line or a tag that ends a paragraph stands before it. */
  blankBefore: boolean;
  /** The number of times that the line is quoted, as in a reply by mail. */
  quotes: number;
};

const SENTENCE_END = /[.!?。！？…][\s"'”’»」』)\]）】*_]*$/u;
// `<v Anna>` names the speaker in subtitles.
const MARKUP_BREAK = /<\/?(?:(?:s|p|br|div|li|tr)\s*\/?|v(?:[. ][^<>\n\r]{1,60})?)>/giy;
// A text with fewer line ends than one in this many characters was flattened or never had lines.
const FLATTENED_CHARACTERS = 1_000;

/** Cuts a text at line ends of any kind and at tags that end a paragraph. CRLF counts as one line end. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  const flattened = isFlattened(text);
  let blank = false;
  const push = (from: number, to: number): void => {
    const line = trimLine(text, from, to);
    if (line === undefined) {
      blank = true;
      return;
    }
    lines.push({ ...line, blankBefore: blank });
    blank = false;
  };
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0x0a : text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029) {
      push(from, at);
      if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) at++;
      from = at + 1;
    } else if (code === 0x3c) {
      MARKUP_BREAK.lastIndex = at;
      const tag = MARKUP_BREAK.exec(text);
      if (tag === null) continue;
      push(from, at);
      blank = true;
      from = at + tag[0].length;
      at = from - 1;
    } else if (flattened && code === 0x20 && isGap(text, at)) {
      // In a text that was flattened into one line, three or more spaces stand for a line end.
      let end = at;
      while (text.charCodeAt(end) === 0x20) end++;
      if (from < at) push(from, at);
      if (end - at >= 5) blank = true;
      from = end;
      at = end - 1;
    }
  }
  return lines;
}

/** Whether a line ends with the end of a sentence. */
export function isFinished(line: Line | undefined): boolean {
  return line === undefined || SENTENCE_END.test(line.text.length > 40 ? line.text.slice(-40) : line.text);
}

function trimLine(text: string, from: number, to: number): Omit<Line, 'blankBefore'> | undefined {
  let start = from;
  let end = to;
  let quotes = 0;
  while (start < end) {
    const code = text.charCodeAt(start);
    if (code === 0x3e) quotes++;
    else if (!isSpace(code)) break;
    start++;
  }
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start === end) return undefined;
  return { start, end, text: text.slice(start, end), width: end - from, quotes };
}

function isFlattened(text: string): boolean {
  const allowed = text.length / FLATTENED_CHARACTERS;
  const lineEnd = /[\n\r\u2028\u2029]/g;
  let found = 0;
  while (found <= allowed && lineEnd.test(text)) found++;
  return found <= allowed;
}

function isGap(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 0x20 && text.charCodeAt(at + 2) === 0x20;
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0x200b ||
    code === 0x2028 ||
    code === 0x2029
  );
}
