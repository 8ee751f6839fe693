import {
  escapeXml,
  isSafeName,
  readAttributes,
  writeAttributes,
  type XmlToken,
} from '#sources/entry/pages/xml-tokens.ts';

/** Fields that hold markup, escaped or not. */
const markupFields = new Set(
  (
    'description content:encoded content summary subtitle tagline info body xhtml:body xhtml:div ' +
    'media:description itunes:summary dc:description fulltext'
  ).split(' '),
);
const oldFullText = new Set(['xhtml:body', 'body', 'xhtml:div', 'fulltext']);
/** Fields made of other elements. */
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
/** Elements that no article holds: inside markup they show that its end tag is missing. */
const telling = new Set(
  'pubdate guid content:encoded published updated issued modified enclosure dc:date dc:creator'.split(' '),
);
const markupPrefixes = new Set(['xhtml', 'html', 'h', 'svg', 'math', 'mml', 'm', 'o', 'v', 'st1', 'g']);
/** Deeper elements of a structured field are read as their text. */
const maxDepth = 16;

/** True for elements that stand on their own in a feed or entry, and so end an open text such as a title. */
export function isFieldName(name: string): boolean {
  if (markupFields.has(name) || structuredFields.has(name) || otherFields.has(name)) return true;
  const colon = name.indexOf(':');
  return colon > 0 && !markupPrefixes.has(name.slice(0, colon));
}

/** Collects one field token by token and writes it as well-formed XML. */
export function createFieldWriter(field: Field) {
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
      // The markup goes out as a string, so that nothing in it can break the document.
      if (isAtom && hasElements) written.set('type', 'html');
      const outer = outerName({ name, isAtom, isBareLink: content.trim() === '' && attributes.has('href') });
      return `<${outer}${writeAttributes(written)}>${content}</${outer}>`;
    },
  };
}

/** Full text has had other names in RSS, and a link with `href` but no text is Atom's. */
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
