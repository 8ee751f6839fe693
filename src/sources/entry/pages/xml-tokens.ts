export type XmlToken =
  | { kind: 'text'; raw: string }
  | { kind: 'cdata'; text: string }
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean; raw: string }
  | { kind: 'close'; name: string; raw: string };

const nameAt = /[A-Za-z_][\w.-]*(?::[\w.-]+)?/y;
const fieldEnd = /<\/(?:[\w-]+:)?(?:title|description|encoded|content|summary|item|entry)\s*>/i;

/**
 * Reads XML as far as possible: what is not a tag is text, elements may stay unclosed, and comments, declarations and
 * document types with their entities are skipped. Time is linear in the length.
 */
export function* readXmlTokens(xml: string): Generator<XmlToken> {
  const find = rememberingFind(xml);
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    if (open === -1) {
      yield { kind: 'text', raw: xml.slice(at) };
      return;
    }
    if (open > at) yield { kind: 'text', raw: xml.slice(at, open) };
    at = open;
    const next = xml[at + 1];
    if (next === '!' || next === '?') {
      if (xml.startsWith('<![CDATA[', at)) {
        const end = cdataEnd({ xml, at, find });
        if (end !== -1) yield { kind: 'cdata', text: xml.slice(at + 9, end) };
        at = end === -1 ? at + 9 : end + 3;
      } else {
        at = skipDeclaration({ xml, at, find });
      }
      continue;
    }
    const isClose = next === '/';
    nameAt.lastIndex = at + (isClose ? 2 : 1);
    const name = nameAt.exec(xml)?.[0];
    if (name === undefined) {
      yield { kind: 'text', raw: '<' };
      at += 1;
      continue;
    }
    const start = nameAt.lastIndex;
    const end = tagEnd(xml, start);
    if (end.isCutOff) return;
    const raw = xml.slice(at, end.after);
    const attributes = xml.slice(start, end.content);
    const isEmpty = attributes.endsWith('/');
    at = end.after;
    if (isClose) yield { kind: 'close', name, raw };
    else
      yield { kind: 'open', name, attributes: isEmpty ? attributes.slice(0, -1) : attributes, isEmpty, raw };
  }
}

/** Attribute names in lower case with their values as written. The first of two with the same name wins. */
export function readAttributes(attributes: string): Map<string, string> {
  const found = new Map<string, string>();
  // Longer than any real tag. Limits the cost of a huge one.
  const source = attributes.slice(0, 65_536);
  for (const match of source.matchAll(/([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g)) {
    const name = (match[1] ?? '').toLowerCase();
    if (!found.has(name)) found.set(name, match[2] ?? match[3] ?? match[4] ?? '');
  }
  return found;
}

interface Position {
  xml: string;
  at: number;
  find: (what: string, from: number) => number;
}

/** The end of a CDATA section, or -1 if it is missing, so that the content is read as markup. */
function cdataEnd({ xml, at, find }: Position): number {
  const end = find(']]>', at);
  if (end === -1) return -1;
  const nested = find('<![CDATA[', at + 9);
  const isSwallowing = nested !== -1 && nested < end && fieldEnd.test(xml.slice(at, nested));
  return isSwallowing ? -1 : end;
}

function skipDeclaration({ xml, at, find }: Position): number {
  if (xml.startsWith('<!--', at)) {
    const end = find('-->', at + 4);
    return end === -1 ? at + 4 : end + 3;
  }
  const end = find('>', at);
  if (end === -1) return xml.length;
  const subset = /^<!doctype[^[>]*\[/i.test(xml.slice(at, Math.min(end, at + 2000)));
  const subsetEnd = subset ? find(']>', at) : -1;
  return subsetEnd === -1 ? end + 1 : subsetEnd + 2;
}

/** A quote opens a value only after `=`. A value never spans another tag. */
function tagEnd(xml: string, from: number): { content: number; after: number; isCutOff: boolean } {
  let quote = 0;
  let previous = 0;
  let bracket = -1;
  for (let i = from; i < xml.length; i++) {
    const code = xml.charCodeAt(i);
    if (code === 0x3c) {
      const at = bracket === -1 ? i : bracket;
      return { content: at, after: bracket === -1 ? i : at + 1, isCutOff: false };
    }
    if (code === 0x3e) {
      if (quote === 0) return { content: i, after: i + 1, isCutOff: false };
      if (bracket === -1) bracket = i;
    }
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if ((code === 0x22 || code === 0x27) && previous === 0x3d) {
      quote = code;
    }
    if (code > 0x20) previous = code;
  }
  if (bracket !== -1) return { content: bracket, after: bracket + 1, isCutOff: false };
  return { content: xml.length, after: xml.length, isCutOff: true };
}

/** Like `indexOf`, but scans each part of the text only once. */
function rememberingFind(xml: string) {
  const known = new Map<string, number>();
  return (what: string, from: number): number => {
    const last = known.get(what);
    if (last !== undefined && (last === -1 || last >= from)) return last;
    const found = xml.indexOf(what, from);
    known.set(what, found);
    return found;
  };
}

/** Names that are valid in XML and safe as keys of a plain object. */
const safeName =
  /^(?!(?:__|constructor$|prototype$|tostring$|valueof$|hasownproperty$))[a-z_][\w.-]*(?::[\w.-]+)?$/i;

export function isSafeName(name: string): boolean {
  return safeName.test(name);
}

export function writeAttributes(attributes: Map<string, string>): string {
  return [...attributes]
    .filter(([name]) => isSafeName(name))
    .map(([name, value]) => ` ${name}="${value.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`)
    .join('');
}

/** Escapes only what would open a tag. References stay as they are. */
export function escapeXml(text: string): string {
  return text.replaceAll('<', '&lt;');
}
