/** A line of the source without its indentation, quote marks and trailing whitespace. */
export type Line = {
  start: number;
  end: number;
  text: string;
  /** Columns from the beginning of the line to the end of its text, with indentation and quote marks. */
  width: number;
  /** Whether a blank line or a tag that ends a paragraph stands before it. */
  blankBefore: boolean;
  /** How many times it is quoted, as in a reply by mail. */
  quotes: number;
};

const SENTENCE_END = /[.!?。！？…][\s"'”’»」』)\]）】*_]*$/u;
// `<v Anna>` names the speaker in subtitles.
const MARKUP_BREAK = /<\/?(?:(?:s|p|br|div|li|tr)\s*\/?|v(?:[. ][^<>\n\r]{1,60})?)>/giy;
// With fewer line ends than one in so many characters, a text was flattened or never had lines.
const FLATTENED_CHARACTERS = 1_000;

/** Cuts a text at its line ends of any kind, with CRLF as one, and at the tags that end a paragraph. */
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
      // Three or more spaces are what is left of a line end when a text was flattened into one line.
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

export function isSpace(code: number): boolean {
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
