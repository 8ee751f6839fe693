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

/** What is read of a node, whatever kind of tree it is in. */
export interface NodeReader<Node> {
  /** Of a text node; null for any other. */
  textOf(node: Node): string | null;
  /** Of an element, in capitals; null for any other node. */
  nameOf(node: Node): string | null;
  childrenOf(node: Node): readonly Node[];
  attributeOf(node: Node, name: string): string | null;
  /** True for what its own attributes hide from a reader's eye. */
  isHidden(node: Node): boolean;
}

const markupNodes: NodeReader<MarkupNode> = {
  textOf: ({ nodeType, nodeValue }) => (nodeType === textNode ? (nodeValue ?? '') : null),
  nameOf: ({ nodeType, nodeName }) => (nodeType === elementNode ? nodeName.toUpperCase() : null),
  childrenOf: ({ childNodes }) => [...childNodes],
  attributeOf: (node, name) => node.getAttribute?.(name) ?? null,
  isHidden,
};

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
  return blockTextOf(root, markupNodes);
}

/** The same for another kind of tree. */
export function blockTextOf<Node>(root: Node, read: NodeReader<Node>): string {
  const page = createPage();
  const stack: (Node | EndOf)[] = [root];
  const listCounts: (number | null)[] = [];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step instanceof EndOf) {
      const { name } = step;
      if (name === 'UL' || name === 'OL') listCounts.pop();
      if (name === 'PRE') page.setPreformatted(false);
      if (!inline.has(name)) page.endBlock();
      continue;
    }
    const text = read.textOf(step);
    if (text !== null) page.addText(text);
    const name = text === null ? read.nameOf(step) : null;
    if (name === null || skipped.has(name) || read.isHidden(step)) continue;
    if (name === 'BR') {
      page.breakLine();
      continue;
    }
    if (name === 'TD' || name === 'TH') page.startCell();
    if (!inline.has(name)) page.startBlock();
    if (name === 'UL') listCounts.push(null);
    if (name === 'OL') listCounts.push(Number(read.attributeOf(step, 'start') ?? 1) || 1);
    if (name === 'PRE') page.setPreformatted(true);
    if (isHeading(name)) page.mark(`${'#'.repeat(Number(name[1]))} `);
    if (name === 'LI') page.mark(itemMark(listCounts));
    stack.push(new EndOf(name));
    const children = read.childrenOf(step);
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as Node);
  }
  return page.finish();
}

class EndOf {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
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

/** True for what its own attributes hide from a reader's eye. */
export function isHidden(node: MarkupNode): boolean {
  return hides((name) => node.getAttribute?.(name) ?? null);
}

export function hides(attribute: (name: string) => string | null): boolean {
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
      pieces.push(preformatted || !uneven.test(text) ? text : text.replace(/\s+/g, ' '));
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

/** White space other than single spaces. */
const uneven = / {2}|[^\S ]/;

function tidy(text: string): string {
  if (!uneven.test(text)) return text.trim();
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
