import { markRun } from './mark-run.ts';
import { keyOfMarkup } from './paragraph-key.ts';
import { type ParagraphNode, roleOf } from './paragraph-node.ts';

/** A line of text in an article: inline nodes side by side in one block. */
export interface Paragraph<N extends ParagraphNode = ParagraphNode> {
  key: string;
  /** Its text, with a numbered marker for each inline element: `Read <1>the report</1>`, `<2/>` for an image. */
  markup: string;
  /** The siblings it consists of, in order. */
  nodes: N[];
  /** The element of each marker; the first has number 1. */
  elements: N[];
}

/**
 * The paragraphs of an article, in order. Code blocks are left out, and so is what has no words: numbers, addresses,
 * code. Walks without recursion, so that no depth of nesting can exhaust the stack.
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

/** Its runs of inline nodes, and the blocks between them. */
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

/** Two line breaks in a row end a paragraph, as old pages write it. */
function endsWithBreak(run: readonly ParagraphNode[]): boolean {
  const last = run.findLast((node) => roleOf(node) !== 'text' || (node.nodeValue ?? '').trim() !== '');
  return last !== undefined && roleOf(last) === 'break';
}

/** Inline elements with a block somewhere inside, such as a link around a heading: they count as blocks. */
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
