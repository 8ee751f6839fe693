import { type Paragraph, type ParagraphNode, roleOf } from './find-paragraphs.ts';
import { markerPattern, undoDefuse } from './markers.ts';

/** A node that can be copied and filled, such as those of browsers and linkedom. */
export interface PlacedNode extends ParagraphNode {
  cloneNode(deep?: boolean): PlacedNode;
  appendChild(node: PlacedNode): unknown;
}

/**
 * Makes the nodes of a translated paragraph: its words as text, in copies of the elements of the source. Code and
 * images are copied whole, so that no model can change them.
 */
export function placeTranslation<N extends PlacedNode>(
  paragraph: Pick<Paragraph<N>, 'markup' | 'elements'>,
  text: string,
  createText: (text: string) => N,
): N[] {
  const { nodes } = readMarkers(text, paragraph.markup);
  const placed: N[] = [];
  const stack = nodes.toReversed().map((node) => ({ node, into: null as N | null }));
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const copy = makeNode(step.node);
    if (copy === null) continue;
    if (step.into === null) placed.push(copy.node);
    else step.into.appendChild(copy.node);
    for (const child of copy.children.toReversed()) stack.push({ node: child, into: copy.node });
  }
  return placed;

  function makeNode(node: MarkedNode): { node: N; children: MarkedNode[] } | null {
    if (typeof node === 'string') return { node: createText(node), children: [] };
    const element = paragraph.elements[node.marker - 1];
    if (element === undefined) return null;
    const isWhole = roleOf(element) !== 'inline';
    return { node: element.cloneNode(isWhole) as N, children: isWhole ? [] : node.children };
  }
}

/** A piece of a translated text: words, or an element of the source with its content. */
type MarkedNode = string | { marker: number; children: MarkedNode[] };

interface MarkedText {
  nodes: MarkedNode[];
  /** The markers of the source that the translation has lost. */
  missing: number[];
}

/**
 * Reads a translation against the markup of its source. Markers that are unknown, repeated or without a partner are
 * dropped, but their words stay. Everything else is text, never markup.
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

/** Keeps only known markers, each once and with its partner. */
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
      // Markers that were opened after the partner were never closed.
      const [start] = open.splice(partner);
      kept.add(start as number).add(at);
    }
  }
  return tokens.filter((token, at) => 'text' in token || kept.has(at));
}

function isMarker(token: Token | undefined, marker: number): boolean {
  return token !== undefined && 'marker' in token && token.marker === marker;
}
