/** A stretch of text that a sentence never crosses: a paragraph, a heading, a list item, a turn of a dialog. */
export type Block = {
  start: number;
  end: number;
  kind: 'prose' | 'heading' | 'item' | 'turn' | 'quoted' | 'header' | 'code';
  /** Who speaks, where the text says so. */
  speaker?: string;
  /** Blocks of one paragraph, message or turn share its number. */
  paragraph: number;
};

type Line = { start: number; end: number; text: string; blankBefore: boolean };

const MARKUP_BREAK = /<\/?(?:s|p|br|div|li|tr)\s*\/?>/giy;
const SPEAKER =
  /^(?:\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\)?\]?\s*)?([#@*]{0,2}[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’#_\-()（）]{0,38}?)[*]{0,2}\s?[:：][*]{0,2}(?=\s|[^\s\d/\\])/u;
const HEADER =
  /^(?:name|from|to|cc|bcc|subject|date|sent|email|e-mail|reply-to|发件人|收件人|主题|日期|件名|差出人|宛先)\s?[:：]/iu;
const HEADER_SENDER = /^(?:name|from|发件人|差出人)\s?[:：]\s*["'“]?([^"'”<[\n]{1,60})/iu;
const ITEM = /^(?:[-*•‣▪◦–—]|\(?\d{1,3}[.)、]|\(?[a-zA-Z][.)])\s+\S/u;
const MARKDOWN_HEADING = /^#{1,6}\s+\S/;
const FENCE = /^(?:`{3,}|~{3,})/;
const QUOTED = /^(?:>|\|\s)/;
const TERMINATED = /[.!?。！？…:：;；,，、][\s"'”’»」』)\]）】]*$/u;
const SENTENCE_INSIDE = /[。！？]|[.!?]\s+\p{Lu}/u;
const STARTS_LOWER = /^\p{Ll}/u;

/** Cuts a text into blocks, with offsets. Linear in the length of the text. */
export function splitBlocks(text: string): Block[] {
  const lines = splitLines(text);
  const speakers = findSpeakers(lines);
  const blocks: Block[] = [];
  let paragraph = -1;
  let sender: string | undefined;
  let previous: Line | undefined;
  let fenced = false;
  for (const line of lines) {
    const fence = FENCE.test(line.text);
    if (fence || fenced) {
      paragraph++;
      blocks.push({ start: line.start, end: line.end, kind: 'code', paragraph });
      if (fence) fenced = !fenced;
      previous = undefined;
      continue;
    }
    const last = blocks.at(-1);
    const header = HEADER.test(line.text);
    if (header) sender = HEADER_SENDER.exec(line.text)?.[1]?.trim() ?? sender;
    const speaker = header ? undefined : speakers.get(line);
    if (last && previous && speaker === undefined && !header && joins(previous, line, last)) {
      last.end = line.end;
      if (last.kind === 'heading') last.kind = 'prose';
      previous = line;
      continue;
    }
    const kind = header ? 'header' : speaker !== undefined ? 'turn' : kindOf(line);
    paragraph++;
    const said = speaker ?? (speakers.size > 0 && kind !== 'heading' ? last?.speaker : sender);
    blocks.push({
      start: line.start,
      end: line.end,
      kind,
      paragraph,
      ...(said === undefined ? {} : { speaker: said }),
    });
    previous = line;
  }
  return blocks;
}

function kindOf(line: Line): Block['kind'] {
  if (QUOTED.test(line.text)) return 'quoted';
  if (MARKDOWN_HEADING.test(line.text)) return 'heading';
  if (ITEM.test(line.text)) return 'item';
  if (line.text.length <= 80 && !TERMINATED.test(line.text) && !SENTENCE_INSIDE.test(line.text))
    return 'heading';
  return 'prose';
}

/** Lines of hard-wrapped text belong together: the first one is unfinished and the next goes on in lower case. */
function joins(previous: Line, line: Line, last: Block): boolean {
  if (line.blankBefore || last.kind === 'header') return false;
  if (last.kind === 'quoted') return QUOTED.test(line.text);
  if (QUOTED.test(line.text) || ITEM.test(line.text) || MARKDOWN_HEADING.test(line.text)) return false;
  if (/[.!?。！？…][\s"'”’»」』)\]）】]*$/u.test(previous.text)) {
    return isWrapped(previous) && line.text.length <= 90;
  }
  if (STARTS_LOWER.test(line.text)) return true;
  return isWrapped(previous) && line.text.length <= 90 && !MARKDOWN_HEADING.test(previous.text);
}

function isWrapped(line: Line): boolean {
  return line.text.length >= 55 && line.text.length <= 90 && line.text.includes(' ');
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let blank = false;
  const push = (from: number, to: number): void => {
    let start = from;
    let end = to;
    while (start < end && isSpace(text.charCodeAt(start))) start++;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    if (start === end) {
      blank = true;
      return;
    }
    lines.push({ start, end, text: text.slice(start, end), blankBefore: blank });
    blank = false;
  };
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0x0a : text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029) {
      push(from, at);
      from = at + 1;
    } else if (code === 0x3c) {
      MARKUP_BREAK.lastIndex = at;
      const tag = MARKUP_BREAK.exec(text);
      if (tag === null) continue;
      push(from, at);
      blank = true;
      from = at + tag[0].length;
      at = from - 1;
    } else if (code === 0x20 && text.charCodeAt(at + 1) === 0x20 && text.charCodeAt(at + 2) === 0x20) {
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

/** Speakers count as such when labels repeat or fill most lines: one "Note: …" is no dialog. */
function findSpeakers(lines: readonly Line[]): Map<Line, string> {
  const found = new Map<Line, string>();
  const counts = new Map<string, number>();
  for (const line of lines) {
    const label = SPEAKER.exec(line.text.length > 80 ? line.text.slice(0, 80) : line.text)?.[1];
    if (label === undefined || label.split(' ').length > 5 || HEADER.test(line.text)) continue;
    found.set(line, label);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const repeated = [...counts.values()].filter((count) => count > 1).reduce((a, b) => a + b, 0);
  const enough =
    found.size >= 2 && counts.size >= 2 && (found.size * 2 >= lines.length || repeated * 4 >= lines.length);
  return enough ? found : new Map();
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0x200b
  );
}
