import type { MarkupNode } from '#sources/entry/pages/block-text.ts';
import type { PlacedNode } from '#text/paragraphs/place-translation.ts';

/** The nodes of linkedom, as far as they are changed here. */
export interface WritableNode extends PlacedNode, MarkupNode {
  childNodes: Iterable<WritableNode>;
  parentNode: WritableNode | null;
  nextSibling: WritableNode | null;
  innerHTML: string;
  insertBefore(node: WritableNode, before: WritableNode | null): unknown;
  removeChild(node: WritableNode): unknown;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  cloneNode(deep?: boolean): WritableNode;
}

export interface WritableDocument {
  createElement(name: string): WritableNode;
  createTextNode(text: string): WritableNode;
}
