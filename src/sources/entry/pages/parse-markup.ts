import { parseJSON } from 'linkedom';
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  type ParserOptions,
  parse,
  parseFragment,
} from 'parse5';
import { blockTextOf, hides, type MarkupNode, type NodeReader } from './block-text.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Map = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** Node types in linkedom's linear format. */
const element = 1;
const attribute = 2;
const text = 3;
const end = -1;
/**
 * Browsers open formatting elements again in each block they reach into, so a hundred of them over a thousand blocks
 * become a hundred thousand elements. Real pages have fewer elements than twice their tags.
 */
const elementsPerTag = 4;
const elementsAnyway = 2000;
const formatting = /<\/?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])[^<>]*>/gi;

/** Far beyond real pages, even those that close no list item. linkedom's time grows with the square of the depth. */
const maxDepth = 3000;

class TooManyElements extends Error {}

/** Builds the tree that the HTML standard prescribes for any markup, as a linkedom document. */
function parseTree(html: string): unknown {
  return parseJSON(flatten(parseNodes(html)));
}

/** Builds the same tree from parse5's own nodes, which takes half the time. */
function parseNodes(html: string): DefaultTreeAdapterTypes.Document {
  return parseBounded(html, parse<Map>);
}

/** Parses a part of a page as a browser does inside a `div` of a page with a document type. */
export function parseFragmentNodes(html: string): DefaultTreeAdapterTypes.DocumentFragment {
  const around = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
  return parseBounded(html, (bounded, options) => parseFragment(around, bounded, options));
}

type Parse<Tree> = (html: string, options: ParserOptions<Map>) => Tree;

function parseBounded<Tree>(html: string, parseWith: Parse<Tree>): Tree {
  try {
    return parseWith(html, boundsFor(html));
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    const plainer = html.replace(formatting, '');
    return parseWith(plainer, boundsFor(plainer));
  }
}

function boundsFor(html: string): ParserOptions<Map> {
  let left = elementsAnyway + elementsPerTag * countTags(html);
  const treeAdapter: ParserOptions<Map>['treeAdapter'] = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      left -= 1;
      if (left < 0) throw new TooManyElements();
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
  };
  // Parses the content of <noscript> as markup, because no scripts run here.
  return { treeAdapter, scriptingEnabled: false };
}

function countTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) count += 1;
  return count;
}

/**
 * Works without recursion, so that deep nesting cannot overflow the stack. Elements beyond the depth limit are
 * replaced by their content. Comments and document types are omitted.
 */
function flatten(document: DefaultTreeAdapterTypes.Document): (string | number)[] {
  const flat: (string | number)[] = [9];
  const stack: (Node | null)[] = document.childNodes.toReversed();
  let depth = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) {
      flat.push(end);
      depth -= 1;
    } else if (node.nodeName === '#text' && 'value' in node) flat.push(text, node.value);
    else if ('tagName' in node) {
      if (depth < maxDepth) {
        depth += 1;
        flat.push(element, node.tagName);
        for (const { prefix, name, value } of node.attrs) {
          flat.push(attribute, prefix ? `${prefix}:${name}` : name, value);
        }
        stack.push(null);
      }
      // The content of a template is not part of the page.
      if (node.tagName === 'template') continue;
      for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] ?? null);
    }
  }
  return flat;
}

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
  // Elements that belong in the head are not text. They are skipped there, and articles have none elsewhere.
  const document = parseNodes(html);
  const root = document.childNodes.find((node) => node.nodeName === 'html');
  return root === undefined ? '' : blockTextOf<ParsedNode>(root, parsedNodes);
}

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

/** Parses a page into a document with a head, a body and an absolute base URL. */
export function parsePage(html: string, url: string) {
  const document = parseTree(html) as MarkupDocument;
  const { documentElement, head } = document;
  // A page with frames has no body.
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
