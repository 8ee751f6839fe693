import { parseTree } from '#sources/entry/reading/parse-tree.ts';
import type { MarkupNode } from './block-text.ts';

interface MarkupElement extends MarkupNode {
  children: Iterable<MarkupElement>;
  textContent: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  append(node: MarkupNode): void;
  appendChild<Node extends MarkupNode>(node: Node): Node;
}

interface MarkupDocument {
  documentElement: MarkupElement;
  head: MarkupElement;
  body: MarkupElement | null;
  querySelector(selector: string): MarkupElement | null;
  querySelectorAll(selector: string): Iterable<MarkupElement>;
  createElement(name: string): MarkupElement;
}

const headElements = new Set(['TITLE', 'META', 'BASE', 'LINK']);

/** Parses a page into a document with a head, a body and an absolute base address. */
export function parsePage(html: string, url: string) {
  const document = parseTree(html) as MarkupDocument;
  const { documentElement, head } = document;
  // A page of frames has none.
  const body = document.body ?? documentElement.appendChild(document.createElement('body'));
  const forHead = [...body.children].filter(({ nodeName }) => headElements.has(nodeName));
  for (const element of forHead) head.append(element);
  setBase(document, url);
  return {
    document,
    body,
    title: tidy(document.querySelector('head title')?.textContent),
    language: tidy(documentElement.getAttribute('lang')),
  };
}

/** Without a base, links inside the article would stay relative. */
function setBase(document: MarkupDocument, url: string): void {
  const base = document.querySelector('base[href]') ?? document.createElement('base');
  base.setAttribute('href', URL.parse(base.getAttribute('href') ?? '', url)?.href ?? url);
  document.head.append(base);
}

function tidy(text: string | null | undefined): string | null {
  return text?.replace(/\s+/g, ' ').trim() || null;
}
