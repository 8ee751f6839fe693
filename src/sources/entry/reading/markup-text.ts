import type { DefaultTreeAdapterTypes } from 'parse5';
import { blockTextOf, hides, type NodeReader } from '#sources/entry/pages/block-text.ts';
import { limitNesting } from '#sources/entry/pages/limit-nesting.ts';
import { parseNodes } from './parse-tree.ts';
import { readSanitized, type SanitizedNode } from './sanitized-nodes.ts';

type ParsedNode = DefaultTreeAdapterTypes.Node;

const parsedNodes: NodeReader<ParsedNode> = {
  textOf: (node) => ('value' in node && node.nodeName === '#text' ? node.value : null),
  nameOf: (node) => ('tagName' in node ? node.tagName.toUpperCase() : null),
  childrenOf: (node) => ('childNodes' in node ? node.childNodes : []),
  attributeOf(node, name) {
    if (!('attrs' in node)) return null;
    for (const attribute of node.attrs) if (attribute.name === name) return attribute.value;
    return null;
  },
  isHidden: (node) => hides((name) => parsedNodes.attributeOf(node, name)),
};

const sanitizedNodes: NodeReader<SanitizedNode> = {
  textOf: (node) => (typeof node === 'string' ? node : null),
  nameOf: (node) => (typeof node === 'string' ? null : node.name.toUpperCase()),
  childrenOf: (node) => (typeof node === 'string' ? [] : node.children),
  attributeOf: (node, name) => (typeof node !== 'string' && name === 'start' ? node.start : null),
  // The sanitizer leaves out what is hidden, and the attributes that hide.
  isHidden: () => false,
};

/** The text of an article's markup, as `blockText` writes it. */
export function textOfMarkup(html: string): string {
  // What belongs in a head is no text: it is skipped there, and articles have none of it elsewhere.
  const document = parseNodes(limitNesting(html));
  const root = document.childNodes.find((node) => node.nodeName === 'html');
  return root === undefined ? '' : blockTextOf<ParsedNode>(root, parsedNodes);
}

/** The same of markup that was sanitized. */
export function textOfSanitized(html: string): string {
  const root = readSanitized(html);
  return root === null ? textOfMarkup(html) : blockTextOf(root, sanitizedNodes);
}
