import type { Paragraph } from './find-paragraphs.ts';
import { type ParagraphNode, roleOf } from './paragraph-node.ts';
import { type MarkedNode, readMarkers } from './read-markers.ts';

/** A node that can be copied and filled; those of browsers and linkedom can. */
export interface PlacedNode extends ParagraphNode {
  cloneNode(deep?: boolean): PlacedNode;
  appendChild(node: PlacedNode): unknown;
}

/**
 * The nodes of a translated paragraph: its words as text, in copies of the elements of the source. Code and images are
 * copied whole, so that no model can change them.
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
