/** A line as it is shown, and where it begins in the whole text. */
export interface Line {
  text: string;
  start: number;
}

export type Block = { kind: 'paragraph'; lines: Line[] } | { kind: 'list'; ordered: boolean; items: Line[] };

const bullet = /^\s*[-*•–]\s+(?=\S)/u;
const numbered = /^\s*\d{1,2}(?:[.)]\s+|、\s*)(?=\S)/u;

/** A last line that may become a bullet with the next token: shown now, it would jump then. */
const undecided = /(^|\n)[^\S\n]*(?:[-*•–]|\d{1,2}[.)]?)\s*$/u;

/** Paragraphs and lists of a plain-text summary. While the text grows, finished blocks never change. */
export function parseBlocks(text: string, { growing = false }: { growing?: boolean } = {}): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let start = 0;
  const decided = growing ? text.replace(undecided, '') : text;
  for (const line of decided.split('\n')) {
    const lineStart = start;
    start += line.length + 1;
    if (line.trim() === '') {
      // A blank line between bullets does not end their list.
      if (open?.kind === 'paragraph') open = null;
      continue;
    }
    const mark = bullet.exec(line) ?? numbered.exec(line);
    if (mark !== null) {
      const item = { text: line.slice(mark[0].length).trimEnd(), start: lineStart + mark[0].length };
      const ordered = numbered.test(line);
      if (open?.kind === 'list' && open.ordered === ordered) {
        open.items.push(item);
      } else {
        open = { kind: 'list', ordered, items: [item] };
        blocks.push(open);
      }
      continue;
    }
    const shown = { text: line.trim(), start: lineStart + line.length - line.trimStart().length };
    if (open?.kind === 'paragraph') {
      open.lines.push(shown);
    } else {
      open = { kind: 'paragraph', lines: [shown] };
      blocks.push(open);
    }
  }
  return blocks;
}

export function linesOf(block: Block): Line[] {
  return block.kind === 'paragraph' ? block.lines : block.items;
}
