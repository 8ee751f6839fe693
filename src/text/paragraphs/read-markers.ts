import { markerPattern, undoDefuse } from './markers.ts';

/** A piece of a translated text: words, or an element of the source with what stands in it. */
export type MarkedNode = string | { marker: number; children: MarkedNode[] };

export interface MarkedText {
  nodes: MarkedNode[];
  /** Markers of the source that the translation has lost. */
  missing: number[];
}

/**
 * Reads a translation against the markup of its source. Markers that the source does not have, second ones and those
 * without a partner are dropped; the words in them stay. Everything else is text, never markup.
 */
export function readMarkers(text: string, markup: string): MarkedText {
  const known = kindsOf(markup);
  const tokens = pairTokens(cutTokens(text), known);
  const root: MarkedNode[] = [];
  const open: MarkedNode[][] = [root];
  for (const token of tokens) {
    const children = open.at(-1) ?? root;
    if ('text' in token) {
      if (token.text !== '') children.push(undoDefuse(token.text));
    } else if (token.form === 'void') children.push({ marker: token.marker, children: [] });
    else if (token.form === 'open') {
      const node = { marker: token.marker, children: [] };
      children.push(node);
      open.push(node.children);
    } else open.pop();
  }
  const used = new Set(tokens.flatMap((token) => ('marker' in token ? token.marker : [])));
  return { nodes: root, missing: [...known.keys()].filter((marker) => !used.has(marker)) };
}

type Form = 'open' | 'close' | 'void';
type Token = { text: string } | { marker: number; form: Form };

function kindsOf(markup: string): Map<number, 'pair' | 'void'> {
  const kinds = new Map<number, 'pair' | 'void'>();
  for (const token of cutTokens(markup)) {
    if ('marker' in token && token.form !== 'close')
      kinds.set(token.marker, token.form === 'void' ? 'void' : 'pair');
  }
  return kinds;
}

function cutTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of text.matchAll(markerPattern)) {
    tokens.push({ text: text.slice(from, match.index) });
    const form = match[1] === '/' ? 'close' : match[3] === '/' ? 'void' : 'open';
    tokens.push({ marker: Number(match[2]), form });
    from = match.index + match[0].length;
  }
  tokens.push({ text: text.slice(from) });
  return tokens;
}

/** Only known markers, each once and each with its partner. */
function pairTokens(tokens: Token[], known: ReadonlyMap<number, 'pair' | 'void'>): Token[] {
  const kept = new Set<number>();
  const used = new Set<number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!('marker' in token)) continue;
    const kind = known.get(token.marker);
    if (kind === 'void' && !used.has(token.marker)) {
      used.add(token.marker);
      kept.add(at);
      token.form = 'void';
    } else if (kind === 'pair' && token.form === 'open' && !used.has(token.marker)) {
      used.add(token.marker);
      open.push(at);
    } else if (kind === 'pair' && token.form === 'close') {
      const partner = open.findLastIndex((start) => isMarker(tokens[start], token.marker));
      if (partner === -1) continue;
      // Those opened since then were never closed.
      const [start] = open.splice(partner);
      kept.add(start as number).add(at);
    }
  }
  return tokens.filter((token, at) => 'text' in token || kept.has(at));
}

function isMarker(token: Token | undefined, marker: number): boolean {
  return token !== undefined && 'marker' in token && token.marker === marker;
}
