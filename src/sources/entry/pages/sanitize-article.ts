import { type DefaultTreeAdapterTypes, html as names } from 'parse5';
import sanitizeHtml from 'sanitize-html';
import { createBlockWriter } from './block-writer.ts';
import { escapeHtml } from './clean-text.ts';
import { type Attributes, isHiddenElement, withoutInvisibleCharacters } from './hidden-text.ts';
import { parseFragmentNodes } from './parse-markup.ts';
import { imageAttributes } from './safe-image.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface SanitizedArticle {
  html: string;
  /** The visible text, as `blockText` writes it. */
  text: string;
}

const allowedTags = (
  'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong ' +
  'sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ');
/** Allowed tags with their names in upper case. */
const allowed = new Map(allowedTags.map((name) => [name, name.toUpperCase()]));
const voidElements = new Set(['br', 'col', 'hr', 'img', 'wbr']);
/** Elements removed with their content, which is not text or replaces something omitted. */
const withContent = new Set(
  (
    'script style textarea option xmp noscript noembed noframes template select button svg object applet canvas head ' +
    'title annotation annotation-xml plaintext listing frameset portal'
  ).split(' '),
);
/** These become a link to what they play. Their content is for browsers that cannot play it. */
const embeds = new Set(['iframe', 'video', 'audio', 'embed']);
const allowedAttributes = {
  a: ['href', 'rel', 'target', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  abbr: ['title'],
  time: ['datetime'],
  '*': ['dir', 'lang'],
};
const attributesOf = new Map<string, readonly string[]>(Object.entries(allowedAttributes));
const none: Attributes = new Map();
/** Deeper elements keep only their text. Articles are far less deep; browsers stop at 512. */
const maxDepth = 60;

/**
 * Makes untrusted markup safe to show: allowed elements and attributes only, absolute http(s) links without a
 * referrer, lazily loaded images, no hidden text and no tracking pixels. `h1` is reserved for the title of the entry.
 * Elements are removed from the tree that a browser would build, so that the rest appears where the browser would
 * show it; sanitize-html then checks every written tag and attribute.
 */
export function sanitizeArticle(html: string, baseUrl: string): SanitizedArticle {
  const { childNodes } = parseFragmentNodes(html);
  let written = writeNodes(childNodes, { baseUrl, shift: 0 });
  if (written.html.includes('<h1')) written = writeNodes(childNodes, { baseUrl, shift: 1 });
  return { html: keepAllowed(written.html).trim(), text: written.text };
}

function keepAllowed(html: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes,
    disallowedTagsMode: 'discard',
    nonTextTags: [...withContent],
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    selfClosing: [...voidElements],
    // Every element is closed here. In HTML mode, htmlparser2 would close elements in other places than browsers.
    parser: { xmlMode: true },
  });
}

interface Writing {
  baseUrl: string;
  /** Number of levels by which headings are moved down. */
  shift: number;
}

/** Works without recursion, so that deep nesting cannot overflow the stack. */
function writeNodes(nodes: readonly Node[], { baseUrl, shift }: Writing): SanitizedArticle {
  const page = createPage();
  /** Nodes to write. Null marks the end of the innermost open element. */
  const stack: (Node | null)[] = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) page.end();
    else if (!('tagName' in node)) {
      if ('value' in node) page.addText(withoutInvisibleCharacters(node.value));
    } else {
      const name = shiftHeading(node.tagName, shift);
      const attributes = readAttributes(node);
      if (withContent.has(name) || (name !== 'img' && isHiddenElement(name, attributes))) continue;
      const isHtml = node.namespaceURI === names.NS.HTML;
      if (isHtml && embeds.has(name)) {
        page.addEmbed(addressOfEmbed(node, attributes));
        continue;
      }
      const kept = isHtml && page.mayHold(name) ? keptAttributes(name, attributes, baseUrl) : null;
      if (kept !== null && page.start(name, kept)) stack.push(null);
      for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] as Node);
    }
  }
  return page.finish();
}

/** Writes markup and its text together. */
function createPage() {
  const texts = createBlockWriter();
  const open: string[] = [];
  let html = '';
  /** Browsers ignore a line break directly after `<pre>`. */
  let isAfterPre = false;

  /** Returns true if the element has to be closed. */
  function start(name: string, attributes: Attributes): boolean {
    const capitals = allowed.get(name) ?? '';
    const isVoid = voidElements.has(name);
    html += `<${name}${writeAttributes(attributes)}${isVoid ? '/>' : '>'}`;
    texts.open(capitals, attributes.get('start') ?? null);
    isAfterPre = name === 'pre';
    if (isVoid) texts.close(capitals);
    else open.push(name);
    return !isVoid;
  }

  function end(): void {
    const name = open.pop() ?? '';
    html += `</${name}>`;
    isAfterPre = false;
    texts.close(allowed.get(name) ?? '');
  }

  function addText(text: string): void {
    if (text === '') return;
    html += isAfterPre && text.startsWith('\n') ? `\n${escapeText(text)}` : escapeText(text);
    isAfterPre = false;
    texts.add(text);
  }

  return {
    start,
    end,
    addText,
    mayHold: (name: string) => allowed.has(name) && open.length < maxDepth,
    /** A paragraph or link must not be inside another one. */
    addEmbed(url: URL | null): void {
      if (url === null) return;
      const around = ['p', 'a'].filter((name) => !open.includes(name));
      for (const name of around) start(name, name === 'a' ? linkTo(url) : none);
      addText(url.host.replace(/^www\./, '') + url.pathname);
      for (const _ of around) end();
    },
    finish: (): SanitizedArticle => ({ html, text: texts.finish() }),
  };
}

function shiftHeading(name: string, shift: number): string {
  const level = shift === 0 ? undefined : /^h([1-6])$/.exec(name)?.[1];
  return level === undefined ? name : `h${Math.min(6, Number(level) + shift)}`;
}

function readAttributes({ attrs }: Element): Attributes {
  return attrs.length === 0 ? none : new Map(attrs.map(({ name, value }) => [name, value]));
}

/** Null for an image that is omitted. */
function keptAttributes(name: string, attributes: Attributes, baseUrl: string): Attributes | null {
  if (name === 'img') return imageAttributes(attributes, baseUrl);
  if (attributes === none) return none;
  const isKept = (each: string) =>
    allowedAttributes['*'].includes(each) || attributesOf.get(name)?.includes(each);
  const own = new Map([...attributes].filter(([each]) => isKept(each)));
  if (name !== 'a') return own.size === 0 ? none : own;
  const url = URL.parse(attributes.get('href')?.trim() ?? '', baseUrl);
  for (const each of allowedAttributes.a) if (each !== 'title') own.delete(each);
  if (!attributes.get('href') || !url || !/^(?:https?|mailto):$/.test(url.protocol)) return own;
  return linkTo(url, own);
}

function linkTo(url: URL, own: Attributes = none): Attributes {
  return new Map([['href', url.href], ...own, ['rel', 'noopener noreferrer nofollow'], ['target', '_blank']]);
}

/** The URL of a video or player: its own, or that of its first source. */
function addressOfEmbed(node: Element, attributes: Attributes): URL | null {
  const width = attributes.get('width');
  if (width === '0' || width === '1') return null;
  const sources = node.childNodes.filter((child): child is Element => child.nodeName === 'source');
  for (const each of [attributes, ...sources.map(readAttributes)]) {
    const address = (each.get('src') ?? each.get('data-src') ?? '').trim();
    const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
    if (url && /^https?:$/.test(url.protocol)) return url;
  }
  return null;
}

function writeAttributes(attributes: Attributes): string {
  let written = '';
  for (const [name, value] of attributes) written += ` ${name}="${escapeHtml(value)}"`;
  return written;
}

function escapeText(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
}
