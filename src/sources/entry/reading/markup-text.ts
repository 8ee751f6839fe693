import type { DefaultTreeAdapterTypes } from 'parse5';
import { blockTextOf, hides, type NodeReader } from '#sources/entry/pages/block-text.ts';
import { parseNodes } from './parse-tree.ts';

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

/** The text of an article's markup, as `blockText` writes it. */
export function textOfMarkup(html: string): string {
  // What belongs in a head is no text: it is skipped there, and articles have none of it elsewhere.
  const document = parseNodes(html);
  const root = document.childNodes.find((node) => node.nodeName === 'html');
  return root === undefined ? '' : blockTextOf<ParsedNode>(root, parsedNodes);
}
