export type Block = { kind: 'paragraph'; text: string } | { kind: 'list'; ordered: boolean; items: string[] };

const bullet = /^\s*[-*•–]\s+(?=\S)/u;
const numbered = /^\s*\d{1,2}(?:[.)]\s+|、\s*)(?=\S)/u;

/** A last line that may become a bullet with the next token: shown now, it would jump then. */
const undecided = /(^|\n)\s*(?:[-*•–]|\d{1,2}[.)]?)\s*$/u;

/** Paragraphs and lists of a plain-text summary. While the text grows, finished blocks never change. */
export function parseBlocks(text: string, { growing = false }: { growing?: boolean } = {}): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  const decided = growing ? text.replace(undecided, '') : text;
  for (const line of decided.split(/\r?\n/)) {
    if (line.trim() === '') {
      // A blank line between bullets does not end their list.
      if (open?.kind === 'paragraph') open = null;
      continue;
    }
    const mark = bullet.exec(line) ?? numbered.exec(line);
    if (mark !== null) {
      const item = line.slice(mark[0].length).trimEnd();
      const ordered = numbered.test(line);
      if (open?.kind === 'list' && open.ordered === ordered) {
        open.items.push(item);
      } else {
        open = { kind: 'list', ordered, items: [item] };
        blocks.push(open);
      }
    } else if (open?.kind === 'paragraph') {
      open.text += `\n${line.trim()}`;
    } else {
      open = { kind: 'paragraph', text: line.trim() };
      blocks.push(open);
    }
  }
  return blocks;
}
