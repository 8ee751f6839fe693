import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright';

const pages = join(import.meta.dirname, '..', '..', '..', 'src', 'sources', 'entry', 'pages');

/**
 * The sanitizer's own functions judge an element's attributes here too, because this comparison is about trees only.
 */
const judgements = ['hidden-text.ts', 'safe-image.ts']
  .map((name) => stripTypeScriptTypes(readFileSync(join(pages, name), 'utf8')))
  .map((code) => code.replace(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
  .join('\n');

/**
 * The policy for articles as a browser's own tree shows it. The browser parses the input inside a `div` of a page
 * with a document type and without scripts. Then, in this order: elements of the drop list and hidden ones go with
 * their content; players become links; unseen pictures go; other unknown elements and those nested deeper than sixty
 * leave their content; attributes are those of the list; headings leave `h1` free. The result is written, because
 * articles are stored as markup, and parsed again.
 */
const policy = String.raw`
/** Chromium escapes what the standard forbids in the name of a host. */
const URL = { parse(address, base) {
  const url = globalThis.URL.parse(address, base);
  return url?.host.includes('%') ? null : url;
} };
const droppedNames = new Set(('script style textarea option xmp noscript noembed noframes template select button svg object ' +
  'applet canvas head title annotation annotation-xml plaintext listing frameset portal').split(' '));
const allowedNames = new Set(('a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn ' +
  'div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span ' +
  'strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr').split(' '));
const allowedOf = { td: 'colspan rowspan', th: 'colspan rowspan scope', ol: 'start reversed type', li: 'value',
  abbr: 'title', time: 'datetime', a: 'title' };
const isHtml = (element) => element.namespaceURI === 'http://www.w3.org/1999/xhtml';
const attributesOf = (element) => new Map([...element.attributes].map(({ name, value }) => [name, value]));

function parse(html) {
  const root = document.implementation.createHTMLDocument('').createElement('div');
  root.innerHTML = html;
  return root;
}

/** Each element with what remains of the tree at that moment. */
function each(root, change) {
  for (const element of [...root.querySelectorAll('*')]) if (root.contains(element)) change(element);
}

/** In a new element: a browser writes some attributes that were removed. */
function replace(element, name, attributes) {
  const made = element.ownerDocument.createElement(name);
  for (const [each, value] of attributes) made.setAttribute(each, value);
  made.append(...element.childNodes);
  element.replaceWith(made);
}

function linkTo(url, own) {
  return [['href', url.href], ...own, ['rel', 'noopener noreferrer nofollow'], ['target', '_blank']];
}

function linkEmbed(element) {
  const sources = [element, ...element.children].filter((each) => each === element || each.localName === 'source');
  const seen = ['0', '1'].includes(element.getAttribute('width')) ? [] : sources;
  const urls = seen.map((each) => (each.getAttribute('src') ?? each.getAttribute('data-src') ?? '').trim())
    .map((address) => URL.parse(address.startsWith('//') ? 'https:' + address : address))
    .filter((url) => url && /^https?:$/.test(url.protocol));
  if (urls.length === 0) return element.remove();
  const [url] = urls;
  const around = [...(element.closest('p') ? [] : ['p']), ...(element.parentElement.closest('a') ? [] : ['a'])];
  let inner = element.ownerDocument.createTextNode(url.host.replace(/^www\./, '') + url.pathname);
  for (const name of around.reverse()) {
    const outer = element.ownerDocument.createElement(name);
    if (name === 'a') for (const [each, value] of linkTo(url, [])) outer.setAttribute(each, value);
    outer.append(inner);
    inner = outer;
  }
  element.replaceWith(inner);
}

function keptAttributes(element, baseUrl) {
  const given = attributesOf(element);
  const names = ['dir', 'lang', ...(allowedOf[element.localName] ?? '').split(' ')];
  const kept = [...given].filter(([name, value]) => names.includes(name) && (value !== '' || name === 'reversed'));
  if (element.localName === 'img') return imageAttributes(given, baseUrl);
  const href = element.localName === 'a' ? given.get('href') : undefined;
  const url = href ? URL.parse(href.trim(), baseUrl) : null;
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? linkTo(url, kept) : kept;
}

function depthOf(element, root) {
  let depth = 0;
  for (let at = element.parentElement; at !== root; at = at.parentElement) depth += 1;
  return depth;
}

function applyPolicy(html, baseUrl) {
  const root = parse(html);
  const embeds = ['iframe', 'video', 'audio', 'embed'];
  const isEmbed = (element) => isHtml(element) && embeds.includes(element.localName);
  each(root, (element) => {
    const name = element.localName;
    const hides = name !== 'img' && isHiddenElement(name, attributesOf(element));
    if (droppedNames.has(name) || hides) element.remove();
    else if (isEmbed(element)) linkEmbed(element);
    else if (name === 'img' && imageAttributes(attributesOf(element), baseUrl) === null) element.remove();
  });
  each(root, (element) => {
    const isKept = isHtml(element) && allowedNames.has(element.localName) && depthOf(element, root) < 60;
    if (!isKept) element.replaceWith(...element.childNodes);
  });
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL & ~NodeFilter.SHOW_ELEMENT);
  const others = [];
  while (walker.nextNode()) others.push(walker.currentNode);
  for (const node of others) {
    if (node.nodeType === Node.TEXT_NODE) node.data = withoutInvisibleCharacters(node.data);
    else node.remove();
  }
  const shift = root.querySelector('h1') ? 1 : 0;
  each(root, (element) => {
    const [, level] = /^h([1-6])$/.exec(element.localName) ?? [];
    const name = level === undefined ? element.localName : 'h' + Math.min(6, Number(level) + shift);
    replace(element, name, keptAttributes(element, baseUrl));
  });
  return root;
}

function write(root) {
  for (const pre of root.querySelectorAll('pre')) {
    if (pre.firstChild?.nodeType === Node.TEXT_NODE && pre.firstChild.data.startsWith('\n')) pre.prepend('\n');
  }
  return root.innerHTML.replaceAll('&nbsp;', '\u00a0').trim();
}

/** Browsers and Node escape different characters of an address. */
function valueOf(element, name) {
  const value = element.getAttribute(name);
  return name === 'href' || name === 'src' ? (URL.parse(value)?.href ?? value).replaceAll("'", '%27') : value;
}

/** One line for each element and text. */
function linesOf(root) {
  root.normalize();
  const lines = [];
  const visit = (node, depth) => {
    const names = node.nodeType === Node.TEXT_NODE ? [] : node.getAttributeNames().sort();
    const own = node.nodeType === Node.TEXT_NODE ? JSON.stringify(node.data)
      : [node.localName, ...names.map((name) => name + '=' + JSON.stringify(valueOf(node, name)))].join(' ');
    lines.push(depth + ' ' + own);
    for (const child of node.childNodes) visit(child, depth + 1);
  };
  for (const child of root.childNodes) visit(child, 0);
  return lines;
}

globalThis.compareTrees = (input, output, baseUrl) => {
  const wanted = applyPolicy(input, baseUrl);
  const wantedLines = linesOf(wanted);
  const expected = parse(write(wanted));
  const expectedLines = linesOf(expected);
  const lines = linesOf(parse(output));
  const at = expectedLines.findIndex((line, index) => line !== lines[index]);
  const place = at === -1 && lines.length > expectedLines.length ? expectedLines.length : at;
  const isBlank = (line) => /^0 "(?:\s|\\n|\\t)*"$/.test(line);
  return {
    difference: place === -1 ? null : { expected: expectedLines.slice(Math.max(0, place - 2), place + 3),
      found: lines.slice(Math.max(0, place - 2), place + 3) },
    isWritable: wantedLines.filter((line) => !isBlank(line)).join() === expectedLines.filter((line) => !isBlank(line)).join(),
    elements: expected.querySelectorAll('*').length,
  };
};
`;

export interface TreeComparison {
  /**
   * This is null if the trees are equal in elements, attributes and texts. Otherwise it shows both trees around the
   * first difference.
   */
  difference: { expected: string[]; found: string[] } | null;
  /** Whether the tree is the same after it was written. HTML cannot express, say, a paragraph in a paragraph. */
  isWritable: boolean;
  elements: number;
}

/** Prepares an empty page to compare what the sanitizer wrote with what the browser would show of its input. */
export async function openTreeComparer(page: Page) {
  await page.goto('about:blank');
  await page.evaluate(`(() => { ${policy}\n${judgements} })()`);
  return (input: string, output: string, baseUrl: string): Promise<TreeComparison> =>
    page.evaluate(
      ([given, written, base]) =>
        (globalThis as unknown as { compareTrees: (...texts: unknown[]) => TreeComparison }).compareTrees(
          given,
          written,
          base,
        ),
      [input, output, baseUrl] as const,
    );
}
