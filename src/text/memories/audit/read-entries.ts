export interface FileEntry {
  text: string;
  /** Counted from one. */
  line: number;
}

const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const fence = /^\s*(?:```|~~~)/;
/** A heading, a rule, a row of a table or a comment. */
const frame = /^\s*(?:#{1,6}\s|[-*_=]{3,}\s*$|\||<!--)/;

/** Reads the statements of a Markdown file that agents are told to follow: its list items and paragraphs. */
export function readEntries(markdown: string): FileEntry[] {
  const entries: FileEntry[] = [];
  let open: FileEntry | null = null;
  let isCode = false;
  for (const [at, line] of markdown.split(/\r?\n/u).entries()) {
    if (fence.test(line)) isCode = !isCode;
    if (isCode || fence.test(line) || line.trim() === '' || frame.test(line)) {
      open = null;
      continue;
    }
    const text = line.replace(item, '').trim();
    if (open !== null && !item.test(line)) open.text += ` ${text}`;
    else {
      open = { text, line: at + 1 };
      entries.push(open);
    }
  }
  return entries.filter((entry) => entry.text !== '');
}
