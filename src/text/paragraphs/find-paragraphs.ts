import { defuse, keyOfMarkup, markerPattern } from './markers.ts';

/** A line of text in an article: adjacent inline nodes of one block. */
export interface Paragraph<N extends ParagraphNode = ParagraphNode> {
  key: string;
  /** The text with a numbered marker for each inline element: `Read <1>the report</1>`, or `<2/>` for an image. */
  markup: string;
  /** The sibling nodes that the paragraph consists of, in order. */
  nodes: N[];
  /** The element of each marker; the first element has number 1. */
  elements: N[];
}

/**
 * Finds the paragraphs of an article in order. Code blocks are left out, and so is anything without words, such as
 * numbers and addresses. The function does not recurse, so that deep nesting cannot exhaust the stack.
 */
export function findParagraphs<N extends ParagraphNode>(root: N): Paragraph<N>[] {
  const containers = findContainers(root);
  const found: Paragraph<N>[] = [];
  const stack: (N | N[])[] = [root];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (!Array.isArray(step)) {
      for (const part of splitBlock(step, containers).toReversed()) stack.push(part);
      continue;
    }
    const marked = markRun(step);
    if (marked !== null) found.push({ ...marked, key: keyOfMarkup(marked.markup) });
  }
  return found;
}

/** Splits a block into its runs of inline nodes and the blocks between them. */
function splitBlock<N extends ParagraphNode>(block: N, containers: ReadonlySet<ParagraphNode>): (N | N[])[] {
  const parts: (N | N[])[] = [];
  let run: N[] = [];
  const close = () => {
    if (run.length > 0) parts.push(run);
    run = [];
  };
  for (const child of block.childNodes as Iterable<N>) {
    const role = roleOf(child);
    if (role === 'skipped') close();
    else if (role === 'block' || containers.has(child)) {
      close();
      parts.push(child);
    } else if (role === 'break' && endsWithBreak(run)) close();
    else run.push(child);
  }
  close();
  return parts;
}

/** Whether a run ends with a line break. A second one ends the paragraph, as in old pages. */
function endsWithBreak(run: readonly ParagraphNode[]): boolean {
  const last = run.findLast((node) => roleOf(node) !== 'text' || (node.nodeValue ?? '').trim() !== '');
  return last !== undefined && roleOf(last) === 'break';
}

/** Finds inline elements that contain a block, such as a link around a heading. They count as blocks. */
function findContainers(root: ParagraphNode): ReadonlySet<ParagraphNode> {
  const containers = new Set<ParagraphNode>();
  const path: ParagraphNode[] = [];
  const stack: (ParagraphNode | null)[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) {
      path.pop();
      continue;
    }
    const role = roleOf(node);
    if (role === 'text' || role === 'omitted') continue;
    if (role === 'block' || role === 'skipped') {
      for (let at = path.length - 1; at >= 0; at--) {
        const outer = path[at] as ParagraphNode;
        if (containers.has(outer)) break;
        containers.add(outer);
      }
    }
    if (role === 'skipped') continue;
    path.push(node);
    stack.push(null);
    for (const child of [...node.childNodes].toReversed()) stack.push(child);
  }
  return containers;
}

interface MarkedRun<N> {
  markup: string;
  nodes: N[];
  elements: N[];
}

type Piece<N> =
  | { kind: 'text'; text: string; isCode: boolean }
  | { kind: 'open' | 'close' | 'void'; element: N; isBreak: boolean };

const address = /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/giu;

/** Turns a run of inline nodes into text with markers, or null if there is nothing to translate. */
function markRun<N extends ParagraphNode>(run: N[]): MarkedRun<N> | null {
  const pieces = joinTexts(withoutEdges(readPieces(run)));
  const words = pieces.map((piece) => (piece.kind === 'text' && !piece.isCode ? piece.text : ' ')).join('');
  if (!/\p{L}/u.test(words.replace(address, ' '))) return null;
  const numbers = new Map<N, number>();
  const elements: N[] = [];
  let markup = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      const text = defuse(piece.text.replace(/\s+/g, ' '));
      markup += markup === '' || endsWithSpace(markup) ? text.trimStart() : text;
      continue;
    }
    if (piece.kind !== 'close') numbers.set(piece.element, elements.push(piece.element));
    const number = numbers.get(piece.element);
    if (piece.kind === 'open') markup += `<${number}>`;
    if (piece.kind === 'close') markup += `</${number}>`;
    if (piece.kind === 'void') markup += `<${number}/>`;
  }
  return { markup: markup.trim(), nodes: trimNodes(run), elements };
}

/** Joins adjacent texts, because text that only looks like a marker may be spread over several nodes. */
function joinTexts<N>(pieces: readonly Piece<N>[]): Piece<N>[] {
  const joined: Piece<N>[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text' && last.isCode === piece.isCode) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    } else joined.push(piece);
  }
  return joined;
}

/** Whether the text ends with a space. Of two spaces around a marker, a browser shows only the first. */
function endsWithSpace(markup: string): boolean {
  return /\s$/.test(markup.slice(-40).replace(markerPattern, ''));
}

function readPieces<N extends ParagraphNode>(run: readonly N[]): Piece<N>[] {
  const pieces: Piece<N>[] = [];
  let codeDepth = 0;
  const stack: ({ enter: N } | { leave: N; isCode: boolean })[] = run
    .toReversed()
    .map((node) => ({ enter: node }));
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if ('leave' in step) {
      if (step.isCode) codeDepth -= 1;
      if (!(step.isCode && codeDepth > 0)) closeElement(pieces, step.leave);
      continue;
    }
    const node = step.enter;
    const role = roleOf(node);
    if (role === 'text') pieces.push({ kind: 'text', text: node.nodeValue ?? '', isCode: codeDepth > 0 });
    if (role === 'break' || role === 'image')
      pieces.push({ kind: 'void', element: node, isBreak: role === 'break' });
    if (role !== 'code' && role !== 'inline' && role !== 'transparent') continue;
    const isCode = role === 'code';
    // Code is copied from the source as a whole, so the elements inside it need no markers.
    if (role !== 'transparent' && codeDepth === 0)
      pieces.push({ kind: 'open', element: node, isBreak: false });
    if (role !== 'transparent' && (codeDepth === 0 || isCode)) stack.push({ leave: node, isCode });
    if (isCode) codeDepth += 1;
    for (const child of [...(node.childNodes as Iterable<N>)].toReversed()) stack.push({ enter: child });
  }
  return pieces;
}

/** Closes an element, or removes its marker if it has no content. */
function closeElement<N extends ParagraphNode>(pieces: Piece<N>[], element: N): void {
  const opened = pieces.findLastIndex((piece) => piece.kind === 'open' && piece.element === element);
  const isEmpty = pieces
    .slice(opened + 1)
    .every((piece) => piece.kind === 'text' && piece.text.trim() === '');
  if (isEmpty) pieces.splice(opened, 1);
  else pieces.push({ kind: 'close', element, isBreak: false });
}

/** Leaves out spaces and line breaks at the edges, which stay in place when the paragraph is replaced. */
function trimNodes<N extends ParagraphNode>(run: N[]): N[] {
  const isShown = (node: N) => {
    const role = roleOf(node);
    if (role === 'text') return (node.nodeValue ?? '').trim() !== '';
    return role !== 'break' && role !== 'omitted';
  };
  return run.slice(run.findIndex(isShown), run.findLastIndex(isShown) + 1);
}

/** Leaves out line breaks at the start and end of a paragraph, which are only layout. */
function withoutEdges<N>(pieces: Piece<N>[]): Piece<N>[] {
  const isBlank = (piece: Piece<N>) =>
    (piece.kind === 'text' && piece.text.trim() === '') || (piece.kind === 'void' && piece.isBreak);
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  return first === -1 ? [] : pieces.slice(first, last + 1);
}

/** The parts of a DOM node that are read here; the nodes of browsers and linkedom have them. */
export interface ParagraphNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  childNodes: Iterable<ParagraphNode>;
}

export const elementNode = 1;
const textNode = 3;

const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that are part of a line of text. All other elements begin a paragraph. */
const inline = namesOf(
  'A ABBR ACRONYM B BDI BDO BIG BR CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK NOBR Q RB RP RT RTC RUBY S SAMP ' +
    'SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR',
);
/** Inline elements that mean nothing in a translation and therefore get no marker. */
const transparent = namesOf('ABBR ACRONYM BDI BDO DATA FONT LABEL NOBR RB RUBY SPAN TIME');
const omitted = namesOf('RP RT RTC WBR');
const skipped = namesOf(
  'PRE SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH HEAD IFRAME OBJECT CANVAS AUDIO VIDEO SELECT BUTTON TEXTAREA',
);
const code = namesOf('CODE KBD SAMP TT VAR');

type Role = 'text' | 'break' | 'image' | 'code' | 'inline' | 'transparent' | 'omitted' | 'skipped' | 'block';

/** The role of a node in the paragraph around it. */
export function roleOf(node: ParagraphNode): Role {
  if (node.nodeType === textNode) return 'text';
  if (node.nodeType !== elementNode) return 'omitted';
  const name = node.nodeName.toUpperCase();
  if (name === 'BR') return 'break';
  if (name === 'IMG') return 'image';
  if (code.has(name)) return 'code';
  if (omitted.has(name)) return 'omitted';
  if (skipped.has(name)) return 'skipped';
  if (transparent.has(name)) return 'transparent';
  return inline.has(name) ? 'inline' : 'block';
}
