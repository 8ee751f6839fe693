import { createBlockWriter } from './block-writer.ts';

/** The parts of a DOM node that are used here. Nodes of linkedom have them. */
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

/** Reads the nodes of any kind of tree. */
export interface NodeReader<Node> {
  /** The text of a text node, or null for other nodes. */
  textOf(node: Node): string | null;
  /** The name of an element in upper case, or null for other nodes. */
  nameOf(node: Node): string | null;
  childrenOf(node: Node): readonly Node[];
  attributeOf(node: Node, name: string): string | null;
  /** True if the node's own attributes hide it from readers. */
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
 * The text of markup as a person would type it: blank lines between blocks, `#` before headings, `- ` or a number
 * before list items. Omits what a browser would not show. Works without recursion, so that deep nesting cannot
 * overflow the stack.
 */
export function blockText(root: MarkupNode): string {
  return blockTextOf(root, markupNodes);
}

/** Like `blockText`, for any kind of tree. */
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

/** True if the node's own attributes hide it from readers. */
export function isHidden(node: MarkupNode): boolean {
  return hides((name) => node.getAttribute?.(name) ?? null);
}

export function hides(attribute: (name: string) => string | null): boolean {
  if (attribute('hidden') !== null || attribute('aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute('style') ?? '');
}
