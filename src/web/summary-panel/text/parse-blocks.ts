import { decodeEntities } from '#web/markdown/decode-entities.ts';

/** A line without its block marker, and where it starts in the whole text. */
export interface Line {
  text: string;
  start: number;
  /** The indentation of a bullet under another one. Other lines have none. */
  depth?: number;
}

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote' | 'code'; lines: Line[] }
  | { kind: 'list'; ordered: boolean; first: number; items: Line[] }
  | { kind: 'table'; rows: Line[][] };

const bullet = /^\s*[-*+•–]\s+(?=\S)/u;
const numbered = /^\s*(\d{1,3})(?:[.)]\s+|、\s*)(?=\S)/u;
const heading = /^\s{0,3}#{1,6}\s+(?=\S)/u;
const quote = /^\s{0,3}>\s?/u;
const rule = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/u;
const fence = /^\s{0,3}(?:```|~~~)/u;
const tableRow = /^\s*\|.*\|\s*$/u;
const tableRule = /^[\s|:-]+$/u;

/** Matches a last line that the next token may turn into a bullet or a heading. Shown now, it would jump. */
const undecided = /(^|\n)[^\S\n]*(?:[-*+•–]{1,3}|\d{1,3}[.)]?|#{1,6}|>|`{1,3}|\|[^|\n]*)\s*$/u;

/** The number of spaces per list level. */
const indentWidth = 2;
const maxDepth = 4;

/** Divides a summary in plain text or Markdown into blocks. While the text grows, finished blocks never change. */
export function parseBlocks(text: string, { growing = false }: { growing?: boolean } = {}): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let isCode = false;
  let start = 0;

  function add(block: Block): void {
    open = block;
    blocks.push(block);
  }

  function addLine(kind: 'paragraph' | 'quote' | 'code', line: Line): void {
    if (open?.kind === kind) open.lines.push(line);
    else add({ kind, lines: [line] });
  }

  const decided = growing ? text.replace(undecided, '') : text;
  for (const line of decided.split('\n')) {
    const lineStart = start;
    start += line.length + 1;
    if (fence.test(line)) {
      isCode = !isCode;
      open = null;
      continue;
    }
    if (isCode) {
      addLine('code', { text: line, start: lineStart });
      continue;
    }
    if (line.trim() === '') {
      // A blank line between bullets does not end their list.
      if ((open as Block | null)?.kind !== 'list') open = null;
      continue;
    }
    if (rule.test(line)) {
      open = null;
      continue;
    }
    if (tableRow.test(line)) {
      addRow(line, lineStart);
      continue;
    }
    const mark = bullet.exec(line) ?? numbered.exec(line);
    if (mark !== null) {
      addItem(line, lineStart, mark);
      continue;
    }
    const head = heading.exec(line);
    if (head !== null) {
      add({ kind: 'heading', lines: [cutLine(line, lineStart, head[0].length)] });
      open = null;
      continue;
    }
    const quoted = quote.exec(line);
    if (quoted !== null) addLine('quote', cutLine(line, lineStart, quoted[0].length));
    else addLine('paragraph', cutLine(line, lineStart, 0));
  }
  return blocks;

  function addItem(line: string, lineStart: number, mark: RegExpExecArray): void {
    const number = mark[1];
    const ordered = number !== undefined;
    const indent = line.length - line.trimStart().length;
    const depth = Math.min(maxDepth, Math.floor(indent / indentWidth));
    const item = { ...cutLine(line, lineStart, mark[0].length), ...(depth > 0 && { depth }) };
    // Every item that is indented under a bullet belongs to its list, whatever its marker is.
    if (open?.kind === 'list' && (open.ordered === ordered || depth > 0)) open.items.push(item);
    else add({ kind: 'list', ordered, first: Number(number ?? 1), items: [item] });
  }

  function addRow(line: string, lineStart: number): void {
    if (tableRule.test(line)) return;
    const cells: Line[] = [];
    let at = line.indexOf('|') + 1;
    for (const cell of line.trim().slice(1, -1).split('|')) {
      cells.push(cutLine(cell, lineStart + at, 0));
      at += cell.length + 1;
    }
    if (open?.kind === 'table') open.rows.push(cells);
    else add({ kind: 'table', rows: [cells] });
  }
}

/** Removes the marker of a line and the surrounding whitespace. */
function cutLine(line: string, lineStart: number, marker: number): Line {
  const rest = line.slice(marker);
  return { text: rest.trim(), start: lineStart + marker + rest.length - rest.trimStart().length };
}

export function linesOf(block: Block): Line[] {
  if (block.kind === 'list') return block.items;
  return block.kind === 'table' ? block.rows.flat() : block.lines;
}

/** One segmenter serves all rows, because making a segmenter takes longer than using it. */
let sentences: Intl.Segmenter | undefined;

/**
 * Returns the first sentence of a summary as plain text, without headings and marks. It is empty if there is none.
 */
export function firstSentence(summary: string): string {
  for (const block of parseBlocks(summary)) {
    if (block.kind === 'heading' || block.kind === 'code' || block.kind === 'table') continue;
    const lines = block.kind === 'list' ? block.items.slice(0, 1) : block.lines;
    const text = lines.map((line) => plainLine(line.text)).join(' ');
    sentences ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
    const [first] = sentences.segment(text);
    const sentence = first?.segment.trim() ?? '';
    if (sentence !== '') return sentence;
  }
  return '';
}

const strong = /(?<!\\)\*\*(?!\s)([^*]+)(?<![\s\\])\*\*|(?<![\w\\])__(?!\s)([^_]+)(?<![\s\\])__(?!\w)/g;
const emphasis = /(?<!\\)\*(?!\s)([^*]+)(?<![\s\\])\*|(?<![\w\\])_(?!\s)([^_]+)(?<![\s\\])_(?!\w)/g;
const deleted = /~~(?!\s)([^~]+)(?<!\s)~~/g;
const link = /!?\[([^[\]]+)\]\([^()]*\)/g;
const code = /(`{1,2})([^`]+)\1/g;
const escaped = /\\([!-/:-@[-`{-~])/g;

/** Removes the inline marks from a line of a summary. Lists use this for previews instead of the Markdown parser. */
export function plainLine(line: string): string {
  const shown = line
    .replaceAll(code, '$2')
    .replaceAll(link, '$1')
    .replaceAll(strong, '$1$2')
    .replaceAll(emphasis, '$1$2')
    // This is repeated for marks around an emphasis.
    .replaceAll(strong, '$1$2')
    .replaceAll(deleted, '$1')
    .replaceAll(escaped, '$1');
  return decodeEntities(shown).trim();
}
