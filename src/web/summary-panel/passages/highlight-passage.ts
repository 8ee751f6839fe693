import type { SummarizedText } from '#schema/runs/summary.ts';
import type { FoundPassage, Spot } from './find-passage.ts';

/** The name used in style sheets. */
const name = 'passage';
/** Shows a paragraph that its translation replaced, while its passage is highlighted. */
const revealed = 'data-revealed';

/** In a bilingual article: the parts that belong to the other text. */
const otherText: Record<SummarizedText, string> = {
  original: '.pair > .target',
  translation:
    '.pair[data-state="done"] > .source, .pair[data-state="old"] > .source, .pair > .target > button',
};

/** The article, or its translation with the article's own words where it has none. */
export function textNodesOf(article: Element, of: SummarizedText): Text[] {
  const walker = document.createTreeWalker(
    article,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
      return node.matches(otherText[of]) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    },
  );
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

export interface PlacedPassage {
  nodes: readonly Text[];
  place: FoundPassage;
}

/** Highlights passages and scrolls to the first. Returns a function that removes the highlight. */
export function highlightPassages(pane: Element, passages: readonly PlacedPassage[]): (() => void) | null {
  const found = passages.flatMap(({ nodes, place }) => {
    const range = rangeOf(nodes, place);
    if (range === null) return [];
    const isExact = place.kind === 'exact' && 'highlights' in CSS;
    return [{ range, block: isExact ? null : blockOf(range.startContainer) }];
  });
  const [first] = found;
  if (first === undefined) return null;
  for (const { range } of found) openAround(range.startContainer);
  const sources = found.map(({ range }) => range.startContainer.parentElement?.closest('.pair > .source'));
  for (const source of sources) source?.setAttribute(revealed, '');
  const ranges = found.filter(({ block }) => block === null).map(({ range }) => range);
  if (ranges.length > 0 && 'highlights' in CSS) CSS.highlights.set(name, new Highlight(...ranges));
  for (const { block } of found) block?.setAttribute('data-passage', '');
  scrollTo(pane, first.block ?? first.range);

  return () => {
    for (const source of sources) source?.removeAttribute(revealed);
    if (ranges.length > 0 && 'highlights' in CSS) CSS.highlights.delete(name);
    for (const { block } of found) block?.removeAttribute('data-passage');
  };
}

export function rangeOf(nodes: readonly Text[], place: FoundPassage): Range | null {
  const range = document.createRange();
  if (place.kind === 'near') {
    const node = nodes[place.node];
    if (node === undefined) return null;
    range.selectNodeContents(node);
    return range;
  }
  const nodeOf = ({ node }: Spot) => nodes[node];
  const [first, last] = [nodeOf(place.start), nodeOf(place.end)];
  if (first === undefined || last === undefined) return null;
  range.setStart(first, place.start.offset);
  range.setEnd(last, place.end.offset);
  return range;
}

/** Collapsed content cannot be scrolled to. */
function openAround(node: Node): void {
  for (let element = node.parentElement; element !== null; element = element.parentElement)
    if (element instanceof HTMLDetailsElement) element.open = true;
}

function blockOf(node: Node): Element | null {
  let element = node.parentElement;
  while (element !== null && getComputedStyle(element).display.startsWith('inline'))
    element = element.parentElement;
  return element;
}

/** A little above the middle, or at its start if it is taller than the pane. */
function scrollTo(pane: Element, target: Range | Element): void {
  const { top, height } = target.getBoundingClientRect();
  const above = Math.max(60, (pane.clientHeight - height) * 0.35);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  pane.scrollBy({
    top: top - pane.getBoundingClientRect().top - above,
    behavior: isStill ? 'instant' : 'smooth',
  });
}
