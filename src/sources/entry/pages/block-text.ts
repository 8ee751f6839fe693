import { createBlockWriter } from './block-writer.ts';

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
  const writer = createBlockWriter();
  const stack: (Node | EndOf)[] = [root];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step instanceof EndOf) {
      writer.close(step.name);
      continue;
    }
    const text = read.textOf(step);
    if (text !== null) writer.add(text);
    const name = text === null ? read.nameOf(step) : null;
    if (name === null || skipped.has(name) || read.isHidden(step)) continue;
    writer.open(name, name === 'OL' ? read.attributeOf(step, 'start') : null);
    if (name === 'BR') continue;
    stack.push(new EndOf(name));
    const children = read.childrenOf(step);
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as Node);
  }
  return writer.finish();
}

class EndOf {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** True for what its own attributes hide from a reader's eye. */
export function isHidden(node: MarkupNode): boolean {
  return hides((name) => node.getAttribute?.(name) ?? null);
}

export function hides(attribute: (name: string) => string | null): boolean {
  if (attribute('hidden') !== null || attribute('aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute('style') ?? '');
}
