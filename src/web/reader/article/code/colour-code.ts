import { type CodeSpan, codeParts } from './code-parts.ts';

/** Longer code stays plain: nobody reads it here, and its ranges would slow down the page. */
const maxCharacters = 20_000;
const maxBlocks = 200;
/** Ordinary code takes a few milliseconds. An expression that never ends ends with its worker. */
const maxMs = 2000;
/** For its file to load. */
const maxLoadMs = 30_000;
/** After so many, the code is hostile. */
const maxTimeouts = 2;

/**
 * Colours the code of an article, one block after the other, outside the page's thread. The markup stays as it is: the
 * parts are highlights, as the passages of a summary are. Returns a function that stops it and removes the colours.
 */
export function colourCode(article: Element): () => void {
  const blocks = [...article.querySelectorAll('pre')].slice(0, maxBlocks);
  if (blocks.length === 0 || !('highlights' in CSS)) return () => {};
  const highlights = codeParts.map((part) => [part, new Highlight()] as const);
  for (const [part, highlight] of highlights) CSS.highlights.set(`code-${part}`, highlight);
  const leaving = new AbortController();
  void colourAll();
  return () => {
    leaving.abort();
    for (const [part] of highlights) CSS.highlights.delete(`code-${part}`);
  };

  async function colourAll(): Promise<void> {
    let timeouts = 0;
    let worker = await startWorker(leaving.signal);
    for (const block of blocks) {
      const nodes = textNodesOf(block);
      const code = nodes.map(({ data }) => data).join('');
      if (worker === null) return;
      if (code.trim() === '' || code.length > maxCharacters) continue;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no other origin.
      worker.postMessage(code);
      const spans = await answerOf(worker, maxMs, leaving.signal);
      if (leaving.signal.aborted) break;
      if (spans !== undefined) paint(nodes, spans ?? []);
      else {
        worker.terminate();
        timeouts += 1;
        if (timeouts >= maxTimeouts) break;
        worker = await startWorker(leaving.signal);
      }
    }
    worker?.terminate();
  }

  function paint(nodes: readonly Text[], spans: readonly CodeSpan[]): void {
    const byPart = new Map(highlights);
    for (const [start, end, part] of spans)
      for (const range of rangesOf(nodes, start, end)) byPart.get(part)?.add(range);
  }
}

/** Null if its file could not be loaded, or is no longer needed. */
async function startWorker(leaving: AbortSignal): Promise<Worker | null> {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  // Its first message only says that it is there.
  const ready = await answerOf(worker, maxLoadMs, leaving);
  if (ready !== undefined && !leaving.aborted) return worker;
  worker.terminate();
  return null;
}

/** The next message; undefined if there is none in time. */
function answerOf(worker: Worker, ms: number, leaving: AbortSignal): Promise<CodeSpan[] | null | undefined> {
  const answered = Promise.withResolvers<CodeSpan[] | null | undefined>();
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(ms)]);
  signal.addEventListener('abort', () => answered.resolve(undefined), { once: true });
  worker.addEventListener('message', ({ data }) => answered.resolve(data), { once: true });
  worker.addEventListener('error', () => answered.resolve(undefined), { once: true });
  return answered.promise;
}

function textNodesOf(block: Element): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  return nodes;
}

/** One range for each node that the characters are in. */
function rangesOf(nodes: readonly Text[], start: number, end: number): StaticRange[] {
  const ranges: StaticRange[] = [];
  let at = 0;
  for (const node of nodes) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, node.length)];
    if (from < to)
      ranges.push(
        new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }),
      );
    at += node.length;
    if (at >= end) break;
  }
  return ranges;
}
