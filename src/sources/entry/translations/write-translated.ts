import { blockText, type MarkupNode } from '#sources/entry/pages/block-text.ts';
import { parsePage } from '#sources/entry/pages/parse-markup.ts';
import { escapeHtml } from '#sources/entry/pages/plain-text.ts';
import { sanitizeArticle } from '#sources/entry/pages/sanitize-article.ts';
import { elementNode, findParagraphs, type Paragraph } from '#text/paragraphs/find-paragraphs.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { type PlacedNode, placeTranslation } from '#text/paragraphs/place-translation.ts';
import { titleParagraph } from './title-paragraph.ts';

interface Article {
  title: string;
  url: string | null;
  /** Sanitized. */
  html: string;
  language: string | null;
}

interface Wanted {
  format: 'md' | 'html' | 'txt';
  layout: 'original' | 'both' | 'translation';
  targetLanguage: string;
  /** The translations by the key of their paragraph. */
  texts: ReadonlyMap<string, string>;
}

/** Writes an article with its translation under each paragraph, in place of it, or without it. */
export function writeTranslated(article: Article, wanted: Wanted): string {
  const { layout, targetLanguage, texts, format } = wanted;
  const page = parsePage(article.html === '' ? '<p></p>' : article.html, 'about:blank');
  const document = page.document as unknown as WritableDocument;
  const body = page.body as unknown as WritableNode;
  const paragraphs = layout === 'original' ? [] : findParagraphs(body);
  for (const paragraph of paragraphs) {
    const text = texts.get(paragraph.key);
    if (text !== undefined) place(document, paragraph, { text, layout, targetLanguage, format });
  }
  const titles = titlesOf(article, wanted).filter((title) => title !== '');
  const direction = directionOf(layout === 'translation' ? targetLanguage : article.language);
  if (format === 'html') return writePage(body.innerHTML, { article, titles, direction, wanted });
  const source = article.url === null ? [] : [article.url];
  if (format === 'txt') return [...titles, ...source, blockText(body)].join('\n\n').trimEnd().concat('\n');
  const heads = titles.map((title, at) => `${at === 0 ? '# ' : '> '}${title}`);
  return [...heads, ...source.map((url) => `<${url}>`), writeMarkdown(document, body)]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function titlesOf({ title }: Article, { layout, texts }: Wanted): string[] {
  const text = texts.get(titleParagraph(title)?.key ?? '');
  const translated = layout === 'original' || text === undefined ? null : plainOf(text);
  if (translated === null) return [title];
  return layout === 'both' ? [title, translated] : [translated];
}

interface Placing {
  text: string;
  layout: Wanted['layout'];
  targetLanguage: string;
  format: Wanted['format'];
}

function place(
  document: WritableDocument,
  paragraph: Paragraph<WritableNode>,
  { text, layout, targetLanguage, format }: Placing,
): void {
  const { nodes } = paragraph;
  const parent = nodes[0]?.parentNode;
  const last = nodes.at(-1);
  if (!parent || last === undefined) return;
  const name = parent.nodeName.toUpperCase();
  const isWhole = /^(?:P|H[1-6])$/.test(name) && layout === 'both' && parent.parentNode !== null;
  const isQuoted = format === 'md' && layout === 'both';
  const whole = () => (isQuoted ? document.createElement('p') : parent.cloneNode(false));
  const holder = isWhole ? whole() : document.createElement('span');
  if (isQuoted) holder.setAttribute(markAttribute, isWhole ? '> ' : '→ ');
  holder.setAttribute('lang', targetLanguage);
  holder.setAttribute('dir', directionOf(targetLanguage));
  for (const node of placeTranslation(paragraph, text, document.createTextNode.bind(document)))
    holder.appendChild(node);
  if (isWhole) {
    parent.parentNode?.insertBefore(holder, parent.nextSibling);
    return;
  }
  if (layout === 'both') parent.insertBefore(document.createElement('br'), last.nextSibling);
  const after = layout === 'both' ? (last.nextSibling?.nextSibling ?? null) : last.nextSibling;
  parent.insertBefore(holder, after);
  if (layout === 'translation') for (const node of nodes) parent.removeChild(node);
}

function directionOf(language: string | null): 'ltr' | 'rtl' {
  return language !== null && /^(?:ar|he|fa|ur|yi|ps|ckb|dv|sd|ug)(?:-|$)/.test(language) ? 'rtl' : 'ltr';
}

interface Page {
  article: Article;
  titles: string[];
  direction: string;
  wanted: Wanted;
}

function writePage(inner: string, { article, titles, direction, wanted }: Page): string {
  const [title = '', second] = titles;
  const language = wanted.layout === 'translation' ? wanted.targetLanguage : (article.language ?? 'und');
  const link =
    article.url === null
      ? ''
      : `<p><a href="${escapeHtml(article.url)}" rel="noopener noreferrer">${escapeHtml(article.url)}</a></p>\n`;
  const subtitle =
    second === undefined
      ? ''
      : `<p lang="${escapeHtml(wanted.targetLanguage)}" dir="${directionOf(wanted.targetLanguage)}"><strong>${escapeHtml(second)}</strong></p>\n`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}img{max-width:100%}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${subtitle}${link}${sanitizeArticle(inner, article.url ?? 'about:blank').html}
</body>
</html>
`;
}

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

/** A mark written before an element's text, to distinguish a translation from its source. */
const markAttribute = 'data-mark';

/** Writes markup as Markdown: links, emphasis, code and images inline, blocks as `blockText` writes them. */
function writeMarkdown(document: WritableDocument, body: WritableNode): string {
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

/** Escapes characters that would be read as markup. */
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

/** The parts of linkedom's nodes that are changed here. */
interface WritableNode extends PlacedNode, MarkupNode {
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

interface WritableDocument {
  createElement(name: string): WritableNode;
  createTextNode(text: string): WritableNode;
}
