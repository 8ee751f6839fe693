/** The little of a DOM node that is read here; linkedom's nodes have it. */
export interface MarkupNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  childNodes: Iterable<MarkupNode>;
  getAttribute?(name: string): string | null;
  remove(): void;
}

export const elementNode = 1;
const textNode = 3;

const skipped = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH HEAD IFRAME OBJECT CANVAS AUDIO VIDEO SELECT BUTTON TEXTAREA'.split(
    ' ',
  ),
);
const inline = new Set(
  (
    'A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK NOBR Q RP RT RUBY S SAMP ' +
    'SMALL SPAN STRIKE STRONG SUB SUP TD TH TIME TT U VAR WBR'
  ).split(' '),
);

/**
 * The text of a piece of markup as a person would type it: a blank line between blocks, `#` before headings, `- ` or a
 * number before list items. What a browser would not show is left out. Walks without recursion, so that no depth of
 * nesting can exhaust the stack.
 */
export function blockText(root: MarkupNode): string {
  const page = createPage();
  const stack: ({ enter: MarkupNode } | { leave: MarkupNode })[] = [{ enter: root }];
  const listCounts: (number | null)[] = [];
  for (let step = stack.pop(); step; step = stack.pop()) {
    if ('leave' in step) {
      const name = step.leave.nodeName.toUpperCase();
      if (name === 'UL' || name === 'OL') listCounts.pop();
      if (name === 'PRE') page.setPreformatted(false);
      if (!inline.has(name)) page.endBlock();
      continue;
    }
    const node = step.enter;
    if (node.nodeType === textNode) page.addText(node.nodeValue ?? '');
    if (node.nodeType !== elementNode) continue;
    const name = node.nodeName.toUpperCase();
    if (skipped.has(name) || isHidden(node)) continue;
    if (name === 'BR') {
      page.breakLine();
      continue;
    }
    if (name === 'TD' || name === 'TH') page.startCell();
    if (!inline.has(name)) page.startBlock();
    if (name === 'UL') listCounts.push(null);
    if (name === 'OL') listCounts.push(Number(node.getAttribute?.('start') ?? 1) || 1);
    if (name === 'PRE') page.setPreformatted(true);
    if (/^H[1-6]$/.test(name)) page.mark(`${'#'.repeat(Number(name[1]))} `);
    if (name === 'LI') page.mark(itemMark(listCounts));
    stack.push({ leave: node });
    for (const child of [...node.childNodes].toReversed()) stack.push({ enter: child });
  }
  return page.finish();
}

function itemMark(listCounts: (number | null)[]): string {
  const count = listCounts.at(-1);
  if (typeof count !== 'number') return '- ';
  listCounts[listCounts.length - 1] = count + 1;
  return `${count}. `;
}

/** True for what its own attributes hide from a reader's eye. */
export function isHidden(node: MarkupNode): boolean {
  const attribute = (name: string) => node.getAttribute?.(name) ?? null;
  if (attribute('hidden') !== null || attribute('aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute('style') ?? '');
}

function createPage() {
  const blocks: { text: string; isItem: boolean }[] = [];
  let mark = '';
  let pieces: string[] = [];
  let preformatted = false;

  function flush(): void {
    const raw = pieces.join('');
    pieces = [];
    const text = preformatted ? raw.replace(/^\s*\n/, '').trimEnd() : tidy(raw);
    if (text === '') return;
    blocks.push({ text: mark + text, isItem: mark !== '' && !mark.startsWith('#') });
    mark = '';
  }

  return {
    addText(text: string): void {
      pieces.push(preformatted ? text : text.replace(/\s+/g, ' '));
    },
    breakLine(): void {
      pieces.push('\n');
    },
    startCell(): void {
      if (pieces.some((piece) => piece.trim() !== '')) pieces.push(' | ');
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
