import {
  escapeXml,
  isSafeName,
  readAttributes,
  readXmlTokens,
  writeAttributes,
  type XmlToken,
} from '#sources/entry/pages/xml-tokens.ts';

export type RepairedFeed =
  | { format: 'rss' | 'atom'; xml: string }
  /** Another kind of document. `element` is its first meaningful element, if any. */
  | { format: null; element: string | null };

type Open = Extract<XmlToken, { kind: 'open' }>;

interface Root {
  format: 'rss' | 'rdf' | 'atom';
  attributes: Map<string, string>;
  /** The prefix of the format's own elements in this document. */
  prefix: string | null;
}

const rootFormats = new Map<string, Root['format']>([
  ['rss', 'rss'],
  ['channel', 'rss'],
  ['rdf', 'rdf'],
  ['feed', 'atom'],
]);
const otherDocuments = new Set(['html', 'head', 'body', 'opml', 'svg', 'urlset', 'sitemapindex']);
const rss1 = /^https?:\/\/(?:purl\.org\/rss\/1\.0|(?:channel|my)\.netscape\.com\/rdf\/simple\/0\.9)\/?$/i;
/** More entries than feeds have. Further ones are not read. */
const maxEntries = 10_000;

/**
 * Rewrites a feed as well-formed RSS 2.0 or Atom with every complete entry, even if the original has missing end
 * tags, junk around it or a truncated end. RSS 1.0 becomes 2.0, of which feedsmith reads more fields.
 */
export function repairFeed(source: string): RepairedFeed {
  const tokens = readXmlTokens(source);
  let element: string | null = null;
  for (const token of tokens) {
    if (token.kind !== 'open') continue;
    const local = localName(token.name);
    if (otherDocuments.has(local)) return { format: null, element: local };
    const format = rootFormats.get(local);
    if (format) return rewrite(readRoot(token, format), tokens);
    element ??= local;
  }
  return { format: null, element };
}

function rewrite(root: Root, tokens: Iterable<XmlToken>): RepairedFeed {
  const writer = createFeedWriter(root);
  for (const token of tokens) {
    if (token.kind === 'text' || token.kind === 'cdata') writer.content(token);
    else if (token.kind === 'close') writer.close(token, coreName(token.name, root.prefix));
    else writer.open(token, coreName(token.name, root.prefix));
    if (writer.isFull()) break;
  }
  return { format: root.format === 'atom' ? 'atom' : 'rss', xml: writer.finish() };
}

function createFeedWriter(root: Root) {
  const isAtom = root.format === 'atom';
  const entryName = isAtom ? 'entry' : 'item';
  const head: string[] = [];
  const entries: string[] = [];
  const now: {
    field: ReturnType<typeof createFieldWriter> | null;
    entry: { attributes: Map<string, string>; fields: string[] } | null;
  } = { field: null, entry: null };

  function endField(): void {
    const xml = now.field?.finish() ?? '';
    now.field = null;
    if (xml !== '') (now.entry?.fields ?? head).push(xml);
  }

  function endEntry(): void {
    endField();
    if (!now.entry) return;
    const { attributes, fields } = now.entry;
    const about = attributes.get('rdf:about');
    if (about && !fields.some((xml) => xml.startsWith('<guid'))) {
      fields.push(`<guid isPermaLink="false">${escapeXml(about)}</guid>`);
    }
    entries.push(`<${entryName}${writeAttributes(attributes)}>${fields.join('')}</${entryName}>`);
    now.entry = null;
  }

  return {
    isFull: () => entries.length >= maxEntries,
    content(token: Extract<XmlToken, { kind: 'text' | 'cdata' }>): void {
      now.field?.add(token, '');
    },
    close(token: Extract<XmlToken, { kind: 'close' }>, name: string): void {
      if (name === entryName || isFrame(name)) endEntry();
      else if (now.field?.isEndedBy(name)) endField();
      else now.field?.add(token, name);
    },
    open(token: Open, name: string): void {
      if (name === entryName) {
        endEntry();
        now.entry = { attributes: readAttributes(token.attributes), fields: [] };
        if (token.isEmpty) endEntry();
        return;
      }
      if (now.field && !now.field.isInterruptedBy(name)) {
        now.field.add(token, name);
        return;
      }
      endField();
      if (isFrame(name)) {
        for (const [key, value] of readAttributes(token.attributes)) root.attributes.set(key, value);
        return;
      }
      if (!isFieldName(name) && !now.entry) return;
      now.field = createFieldWriter({ name, attributes: readAttributes(token.attributes), isAtom });
      if (token.isEmpty) endField();
    },
    finish(): string {
      // An entry that is cut off is not complete and is dropped. Of a truncated head, the part that arrived is kept.
      if (!now.entry) endField();
      const attributes = writeAttributes(rootAttributes(root));
      return isAtom
        ? `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}>${head.join('')}${entries.join('')}</feed>`
        : `<rss version="2.0"${attributes}><channel>${head.join('')}${entries.join('')}</channel></rss>`;
    },
  };
}

function readRoot(token: Open, format: Root['format']): Root {
  const attributes = readAttributes(token.attributes);
  const own = token.name.includes(':') ? (token.name.split(':')[0]?.toLowerCase() ?? null) : null;
  if (format !== 'rdf') return { format, attributes, prefix: own };
  const declared = [...attributes].find(([name, value]) => name.startsWith('xmlns:') && rss1.test(value));
  return { format, attributes, prefix: declared?.[0].slice(6) ?? null };
}

/** Omits the default namespace, which is written separately: a wrong one would hide every element from feedsmith. */
function rootAttributes({ attributes }: Root): Map<string, string> {
  return new Map([...attributes].filter(([name]) => /^(?:xmlns:.+|xml:(?:base|lang))$/.test(name)));
}

function isFrame(name: string): boolean {
  return rootFormats.has(name) || name === 'rdf:rdf';
}

function coreName(name: string, prefix: string | null): string {
  const lower = name.toLowerCase();
  // Dublin Core has no such element, but many feeds use it.
  if (lower === 'dc:author') return 'dc:creator';
  return prefix && lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Fields that hold markup, escaped or not. */
const markupFields = new Set(
  (
    'description content:encoded content summary subtitle tagline info body xhtml:body xhtml:div ' +
    'media:description itunes:summary dc:description fulltext'
  ).split(' '),
);
const oldFullText = new Set(['xhtml:body', 'body', 'xhtml:div', 'fulltext']);
/** Fields that consist of other elements. */
const structuredFields = new Set(
  (
    'author contributor source image textinput items itunes:owner media:group media:content media:community ' +
    'skiphours skipdays atom:author atom:contributor atom:source podcast:value psc:chapters'
  ).split(' '),
);
const otherFields = new Set(
  (
    'title link guid pubdate category comments enclosure id published updated issued modified created ' +
    'language ttl lastbuilddate generator copyright managingeditor webmaster docs cloud rating rights icon logo'
  ).split(' '),
);
/** Elements that never occur in an article. Inside markup they show that its end tag is missing. */
const telling = new Set(
  'pubdate guid content:encoded published updated issued modified enclosure dc:date dc:creator'.split(' '),
);
const markupPrefixes = new Set(['xhtml', 'html', 'h', 'svg', 'math', 'mml', 'm', 'o', 'v', 'st1', 'g']);
/** Deeper elements of a structured field are read as their text. */
const maxDepth = 16;

/** True for elements that are fields of a feed or entry, and therefore end an open text such as a title. */
function isFieldName(name: string): boolean {
  if (markupFields.has(name) || structuredFields.has(name) || otherFields.has(name)) return true;
  const colon = name.indexOf(':');
  return colon > 0 && !markupPrefixes.has(name.slice(0, colon));
}

/** Collects one field token by token and writes it as well-formed XML. */
function createFieldWriter(field: Field) {
  return structuredFields.has(field.name) ? structuredField(field) : textField(field);
}

interface Field {
  name: string;
  attributes: Map<string, string>;
  isAtom: boolean;
}

function textField({ name, attributes, isAtom }: Field) {
  const isMarkup = markupFields.has(name);
  const tokens: XmlToken[] = [];
  let nested = 0;
  let hasElements = false;

  return {
    isEndedBy(closing: string): boolean {
      if (closing !== name) return !isMarkup && isFieldName(closing);
      if (nested === 0) return true;
      nested -= 1;
      return false;
    },
    isInterruptedBy(opening: string): boolean {
      return isMarkup ? telling.has(opening) && opening !== name : isFieldName(opening);
    },
    add(token: XmlToken, tokenName: string): void {
      if (token.kind === 'open' || token.kind === 'close') hasElements = true;
      if (token.kind === 'open' && tokenName === name && !token.isEmpty) nested += 1;
      tokens.push(token);
    },
    finish(): string {
      if (!isSafeName(name)) return '';
      const content = hasElements ? rawMarkup(tokens) : plainContent(tokens);
      if (content.trim() === '' && attributes.size === 0) return '';
      const written = new Map(attributes);
      // The markup is written as a string, so that nothing in it can break the document.
      if (isAtom && hasElements) written.set('type', 'html');
      const outer = outerName({ name, isAtom, isBareLink: content.trim() === '' && attributes.has('href') });
      return `<${outer}${writeAttributes(written)}>${content}</${outer}>`;
    },
  };
}

/** Full text has had other names in RSS. A link with `href` but no text is an Atom link. */
function outerName(field: { name: string; isAtom: boolean; isBareLink: boolean }): string {
  if (field.isAtom) return field.name;
  if (field.name === 'link' && field.isBareLink) return 'atom:link';
  return oldFullText.has(field.name) ? 'content:encoded' : field.name;
}

function rawMarkup(tokens: XmlToken[]): string {
  const raw = tokens.map((token) => (token.kind === 'cdata' ? token.text : token.raw)).join('');
  return cdata(raw.replace(/(<\/?)(?:xhtml|html|h):(?=[a-z])/gi, '$1'));
}

function plainContent(tokens: XmlToken[]): string {
  return tokens.map((token) => (token.kind === 'cdata' ? cdata(token.text) : escapeXml(token.raw))).join('');
}

function cdata(text: string): string {
  return text === '' ? '' : `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function structuredField({ name, attributes }: Field) {
  const pieces: string[] = [`<${name}${writeAttributes(attributes)}>`];
  const open: string[] = [];

  return {
    isEndedBy(closing: string): boolean {
      return closing === name && !open.includes(name);
    },
    isInterruptedBy(opening: string): boolean {
      return telling.has(opening) && !['published', 'updated', 'modified', 'issued'].includes(opening);
    },
    add(token: XmlToken, tokenName: string): void {
      if (token.kind === 'text') pieces.push(escapeXml(token.raw));
      if (token.kind === 'cdata') pieces.push(cdata(token.text));
      if (token.kind === 'close') closeTo(tokenName);
      if (token.kind !== 'open' || !isSafeName(tokenName) || open.length >= maxDepth) return;
      pieces.push(`<${tokenName}${writeAttributes(readAttributes(token.attributes))}>`);
      if (token.isEmpty) pieces.push(`</${tokenName}>`);
      else open.push(tokenName);
    },
    finish(): string {
      while (open.length > 0) pieces.push(`</${open.pop()}>`);
      pieces.push(`</${name}>`);
      return isSafeName(name) ? pieces.join('') : '';
    },
  };

  function closeTo(closing: string): void {
    if (!open.includes(closing)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      pieces.push(`</${last}>`);
      if (last === closing) return;
    }
  }
}
