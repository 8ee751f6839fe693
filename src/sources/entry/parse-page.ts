import { parseHTML } from 'linkedom';
import type { MarkupNode } from './block-text.ts';
import { limitNesting } from './limit-nesting.ts';

interface MarkupElement extends MarkupNode {
  children: Iterable<MarkupElement>;
  textContent: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  append(node: MarkupNode): void;
}

interface MarkupDocument {
  documentElement: MarkupElement;
  head: MarkupElement;
  body: MarkupElement;
  querySelector(selector: string): MarkupElement | null;
  querySelectorAll(selector: string): Iterable<MarkupElement>;
  createElement(name: string): MarkupElement;
}

const headElements = new Set(['TITLE', 'META', 'BASE', 'LINK']);

/** Parses a page into a document with a head, a body and an absolute base address. */
export function parsePage(html: string, url: string) {
  const safe = limitNesting(html);
  const whole = /<html[\s>]/i.test(safe) ? safe : `<html><head></head><body>${safe}</body></html>`;
  const document: MarkupDocument = parseHTML(whole).document;
  const { documentElement, head, body } = document;
  // HTML lets authors leave out the tags of head and body; linkedom then leaves their content where it stands.
  const strays = [...documentElement.childNodes].filter((node) => node !== head && node !== body);
  for (const node of strays) body.append(node);
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
