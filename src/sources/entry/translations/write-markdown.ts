import { blockText } from '#sources/entry/pages/block-text.ts';
import { elementNode } from '#text/paragraphs/paragraph-node.ts';
import type { WritableDocument, WritableNode } from './writable-node.ts';

const around = new Map(
  Object.entries<string>({
    B: '**',
    STRONG: '**',
    I: '*',
    EM: '*',
    CODE: '`',
    KBD: '`',
  }),
);

/** What stands before the text of an element, to tell a translation from its source. */
export const markAttribute = 'data-mark';

/** Markup as Markdown: links, emphasis, code and images are written into the text, blocks as `blockText` writes them. */
export function writeMarkdown(document: WritableDocument, body: WritableNode): string {
  const stack: { node: WritableNode; isCode: boolean }[] = [{ node: body, isCode: false }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, isCode } = step;
    const name = node.nodeName.toUpperCase();
    if (node.nodeType !== elementNode) {
      if (!isCode && node.nodeValue !== null) escapeIn(document, node);
      continue;
    }
    const inCode = isCode || name === 'PRE' || name === 'CODE' || name === 'KBD';
    for (const child of node.childNodes) stack.push({ node: child, isCode: inCode });
    const mark = node.getAttribute(markAttribute);
    const sign = around.get(name);
    if (mark !== null) wrap(document, node, [mark, '']);
    else if (name === 'IMG') replaceImage(document, node);
    else if (name === 'A' && hasText(node)) wrap(document, node, ['[', `](${urlOf(node, 'href')})`]);
    else if (name === 'PRE') wrap(document, node, ['```\n', '\n```']);
    else if (!isCode && sign !== undefined && hasText(node)) wrap(document, node, [sign, sign]);
    else if (name === 'HR') wrap(document, node, ['---', '']);
  }
  return blockText(body);
}

/** Characters that would be read as markup. */
function escapeIn(document: WritableDocument, node: WritableNode): void {
  const text = node.nodeValue ?? '';
  const escaped = text.replace(/[\\`*_[\]<>]/g, '\\$&');
  if (escaped === text || node.parentNode === null) return;
  node.parentNode.insertBefore(document.createTextNode(escaped), node);
  node.parentNode.removeChild(node);
}

function wrap(document: WritableDocument, node: WritableNode, [before, after]: [string, string]): void {
  node.insertBefore(document.createTextNode(before), [...node.childNodes][0] ?? null);
  node.appendChild(document.createTextNode(after));
}

function replaceImage(document: WritableDocument, node: WritableNode): void {
  const alt = (node.getAttribute('alt') ?? '').replace(/[\\`*_[\]<>]/g, '\\$&').replace(/\s+/g, ' ');
  node.parentNode?.insertBefore(document.createTextNode(`![${alt}](${urlOf(node, 'src')})`), node);
  node.parentNode?.removeChild(node);
}

function urlOf(node: WritableNode, name: string): string {
  return (node.getAttribute(name) ?? '').replace(/[()<>\s\\]/g, encodeURIComponent);
}

function hasText(node: WritableNode): boolean {
  return [...node.childNodes].length > 0;
}
