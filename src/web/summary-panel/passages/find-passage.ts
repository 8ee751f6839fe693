import type { SummarizedText } from '#schema/runs/summary.ts';
import type { Passage } from '#web/summary-panel/grounding/sentence-passages.ts';

interface Spot {
  /** The index of the text node. */
  node: number;
  offset: number;
}

type FoundPassage =
  | { kind: 'exact'; start: Spot; end: Spot }
  /** Only a part of the passage was found, in this node. */
  | { kind: 'near'; node: number };

const words = /[\p{L}\p{N}\p{M}]+/gu;
const lineMark = /^(?:#{1,6}|[-*•]|\d{1,3}\.)\s+/gm;
const probeCharacters = 24;
/** The context after a passage, which is enough for a probe and includes spaces and punctuation. */
const contextCharacters = 60;
/** The most quotation marks, brackets and full stops that are added on each side of a passage. */
const mostMarks = 8;

/**
 * Finds passages of an entry's text among the text nodes of its article. Both have the same words, but differ in
 * spaces, list markers, table cells and element boundaries, so only letters and digits are compared. Among several
 * matches, the one whose relative position is closest to the passage's position in the text wins.
 */
export function findPassages(
  text: string,
  passages: readonly Passage[],
  nodes: readonly string[],
): (FoundPassage | null)[] {
  const page = squeezePage(nodes);
  const letters = squeezePage([text]);
  return passages.map((passage) => findOn({ page, letters, nodes }, text, passage));
}

export function findPassage(text: string, passage: Passage, nodes: readonly string[]): FoundPassage | null {
  return findPassages(text, [passage], nodes)[0] ?? null;
}

interface Compared {
  page: Page;
  /** The letters and digits of the text itself. */
  letters: Page;
  nodes: readonly string[];
}

function findOn({ page, letters, nodes }: Compared, text: string, passage: Passage): FoundPassage | null {
  const wanted = squeeze(text.slice(passage.start, passage.end).replace(lineMark, ''));
  if (wanted === '') return null;
  const expected = lettersBefore(letters, passage.start);
  const at = indexInContext(page.text, {
    before: letters.text.slice(Math.max(0, expected - probeCharacters), expected),
    wanted,
    after: squeeze(text.slice(passage.end, passage.end + contextCharacters)).slice(0, probeCharacters),
    expected,
  });
  if (at !== null) {
    const start = spotAt(page, at);
    const last = spotAt(page, at + wanted.length - 1);
    return {
      kind: 'exact',
      start: withOpening(nodes, start),
      end: withClosing(nodes, { node: last.node, offset: last.offset + 1 }),
    };
  }
  for (const probe of probesOf(wanted)) {
    const near = nearestIndex(page.text, probe, expected);
    if (near !== null) return { kind: 'near', node: spotAt(page, near).node };
  }
  return null;
}

interface Run extends Spot {
  /** The position in the page's text where the run starts. */
  at: number;
}

interface Page {
  text: string;
  runs: Run[];
}

function squeeze(text: string): string {
  return text.match(words)?.join('') ?? '';
}

function squeezePage(nodes: readonly string[]): Page {
  const runs: Run[] = [];
  const pieces: string[] = [];
  let at = 0;
  for (const [node, content] of nodes.entries()) {
    for (const { 0: piece, index: offset } of content.matchAll(words)) {
      runs.push({ at, node, offset });
      pieces.push(piece);
      at += piece.length;
    }
  }
  return { text: pieces.join(''), runs };
}

function spotAt({ runs }: Page, at: number): Spot {
  const run = runs[lastIndex(runs, (each) => each.at <= at)] ?? { at: 0, node: 0, offset: 0 };
  return { node: run.node, offset: run.offset + at - run.at };
}

/** Returns how many letters and digits a text has before an offset. */
function lettersBefore({ text, runs }: Page, offset: number): number {
  const index = lastIndex(runs, (each) => each.offset < offset);
  const run = runs[index];
  if (run === undefined) return 0;
  const end = runs[index + 1]?.at ?? text.length;
  return run.offset < offset ? Math.min(end, run.at + offset - run.offset) : 0;
}

/** Returns the last of the sorted runs that is not after a place, or the first if all are after it. */
function lastIndex(runs: readonly Run[], isBefore: (run: Run) => boolean): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const run = runs[middle];
    if (run !== undefined && isBefore(run)) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface InContext {
  before: string;
  wanted: string;
  after: string;
  expected: number;
}

/** Finds a text with the help of its context, because a single word occurs many times, also inside other words. */
function indexInContext(text: string, { before, wanted, after, expected }: InContext): number | null {
  const at = nearestIndex(text, `${before}${wanted}${after}`, expected - before.length);
  return at === null ? nearestIndex(text, wanted, expected) : at + before.length;
}

function nearestIndex(text: string, wanted: string, expected: number): number | null {
  const after = text.indexOf(wanted, expected);
  const before = text.lastIndexOf(wanted, expected);
  if (after === -1) return before === -1 ? null : before;
  return before !== -1 && expected - before < after - expected ? before : after;
}

/** Returns the start, the end and the middle of a text. */
function probesOf(wanted: string): string[] {
  if (wanted.length <= probeCharacters) return [];
  const middle = Math.floor((wanted.length - probeCharacters) / 2);
  return [0, wanted.length - probeCharacters, middle].map((start) =>
    wanted.slice(start, start + probeCharacters),
  );
}

function withOpening(nodes: readonly string[], { node, offset }: Spot): Spot {
  const opening = /[\p{Ps}\p{Pi}"'¿¡]*$/u.exec(
    nodes[node]?.slice(Math.max(0, offset - mostMarks), offset) ?? '',
  );
  return { node, offset: offset - (opening?.[0].length ?? 0) };
}

function withClosing(nodes: readonly string[], { node, offset }: Spot): Spot {
  const closing = /^[\p{Po}\p{Pe}\p{Pf}"'%°]*/u.exec(nodes[node]?.slice(offset, offset + mostMarks) ?? '');
  return { node, offset: offset + (closing?.[0].length ?? 0) };
}

/** The name of the highlight in style sheets. */
const name = 'passage';
/** The attribute that shows a paragraph in place of its translation while its passage is highlighted. */
const revealed = 'data-revealed';

/** Selects the parts of a bilingual article that belong to the other text. */
const otherText: Record<SummarizedText, string> = {
  original: '.pair > .target',
  translation:
    '.pair[data-state="done"] > .source, .pair[data-state="old"] > .source, .pair > .target > button',
};

/**
 * Returns the text nodes of the article or of its translation. Paragraphs without a translation count with their own
 * words.
 */
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

interface PlacedPassage {
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

/** Opens collapsed content around a node, because it could not be scrolled to. */
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

/** Scrolls a target to a little above the middle, or to its start if it is taller than the pane. */
function scrollTo(pane: Element, target: Range | Element): void {
  const { top, height } = target.getBoundingClientRect();
  const above = Math.max(60, (pane.clientHeight - height) * 0.35);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  pane.scrollBy({
    top: top - pane.getBoundingClientRect().top - above,
    behavior: isStill ? 'instant' : 'smooth',
  });
}
