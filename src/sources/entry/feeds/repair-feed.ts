import {
  escapeXml,
  readAttributes,
  readXmlTokens,
  writeAttributes,
  type XmlToken,
} from '#sources/entry/pages/xml-tokens.ts';
import { createFieldWriter, isFieldName } from './feed-field.ts';

export type RepairedFeed =
  | { format: 'rss' | 'atom'; xml: string }
  /** Something else: `element` is the first telling one, if any. */
  | { format: null; element: string | null };

type Open = Extract<XmlToken, { kind: 'open' }>;

interface Root {
  format: 'rss' | 'rdf' | 'atom';
  attributes: Map<string, string>;
  /** The prefix under which the document writes the format's own elements. */
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
/** More than feeds have; what is beyond is not read. */
const maxEntries = 10_000;

/**
 * Writes a feed again as well-formed RSS 2.0 or Atom that holds every complete entry, whatever is wrong with the
 * original: missing end tags, junk around it, a cut-off end. RSS 1.0 becomes 2.0, of which feedsmith reads more fields.
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
      // Cut off inside an entry: it is not complete. Inside the head: what is there is better than nothing.
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

/** The default namespace is rewritten; a wrong one would hide every element from feedsmith. */
function rootAttributes({ attributes }: Root): Map<string, string> {
  return new Map([...attributes].filter(([name]) => /^(?:xmlns:.+|xml:(?:base|lang))$/.test(name)));
}

function isFrame(name: string): boolean {
  return rootFormats.has(name) || name === 'rdf:rdf';
}

function coreName(name: string, prefix: string | null): string {
  const lower = name.toLowerCase();
  // No such element is in Dublin Core, but many feeds write it.
  if (lower === 'dc:author') return 'dc:creator';
  return prefix && lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
