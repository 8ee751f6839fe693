import { singleSpaced } from './clean-text.ts';

const inline = new Set(
  (
    'A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK NOBR Q RP RT RUBY S SAMP ' +
    'SMALL SPAN STRIKE STRONG SUB SUP TD TH TIME TT U VAR WBR'
  ).split(' '),
);

/** Writes the text of markup while the caller walks through its elements. Element names are in upper case. */
export interface BlockWriter {
  /** `start` is the attribute of an ordered list. */
  open(name: string, start: string | null): void;
  close(name: string): void;
  add(text: string): void;
  finish(): string;
}

export function createBlockWriter(): BlockWriter {
  const page = createPage();
  const listCounts: (number | null)[] = [];
  return {
    open(name, start) {
      if (name === 'BR') {
        page.breakLine();
        return;
      }
      if (name === 'TD' || name === 'TH') page.startCell();
      if (inline.has(name)) return;
      page.startBlock();
      if (name === 'UL') listCounts.push(null);
      if (name === 'OL') listCounts.push(Number(start ?? 1) || 1);
      if (name === 'PRE') page.setPreformatted(true);
      if (isHeading(name)) page.mark(`${'#'.repeat(Number(name[1]))} `);
      if (name === 'LI') page.mark(itemMark(listCounts));
    },
    close(name) {
      if (name === 'BR' || inline.has(name)) return;
      if (name === 'UL' || name === 'OL') listCounts.pop();
      if (name === 'PRE') page.setPreformatted(false);
      page.endBlock();
    },
    add: page.addText,
    finish: page.finish,
  };
}

function isHeading(name: string): boolean {
  return name.length === 2 && /^H[1-6]$/.test(name);
}

function itemMark(listCounts: (number | null)[]): string {
  const count = listCounts.at(-1);
  if (typeof count !== 'number') return '- ';
  listCounts[listCounts.length - 1] = count + 1;
  return `${count}. `;
}

function createPage() {
  const blocks: { text: string; isItem: boolean }[] = [];
  let mark = '';
  // Text is only appended until a block ends; reading its start or end would copy it each time.
  let written = '';
  let isBlank = true;
  let endsInSpace = false;
  /** True if the block has a line break or two adjacent spaces. */
  let isUneven = false;
  let preformatted = false;

  function flush(): void {
    if (written === '') return;
    const text = readText();
    written = '';
    isBlank = true;
    endsInSpace = false;
    isUneven = false;
    if (text === '') return;
    blocks.push({ text: mark + text, isItem: mark !== '' && !mark.startsWith('#') });
    mark = '';
  }

  function readText(): string {
    if (preformatted) return written.replace(/^\s*\n/, '').trimEnd();
    return isUneven ? tidy(written) : written.trim();
  }

  function append(text: string): void {
    if (text === '') return;
    if (isBlank) isBlank = !/\S/.test(text);
    isUneven ||= endsInSpace && text.startsWith(' ');
    endsInSpace = text.endsWith(' ');
    written += text;
  }

  return {
    addText(text: string): void {
      append(preformatted ? text : singleSpaced(text));
    },
    breakLine(): void {
      append('\n');
      isUneven = true;
    },
    startCell(): void {
      if (!isBlank) append(' | ');
    },
    startBlock: flush,
    endBlock(): void {
      flush();
      mark = '';
    },
    mark(next: string): void {
      mark = next;
    },
    setPreformatted(next: boolean): void {
      flush();
      preformatted = next;
    },
    finish(): string {
      flush();
      return blocks
        .map(({ text, isItem }, index) => {
          if (index === 0) return text;
          return isItem && blocks[index - 1]?.isItem ? `\n${text}` : `\n\n${text}`;
        })
        .join('');
    },
  };
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
