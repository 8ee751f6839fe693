import { type RefObject, useEffect, useRef } from 'react';
import { findPassage } from '#web/summary-panel/passages/find-passage.ts';
import { highlightPassage, textNodesOf } from '#web/summary-panel/passages/highlight-passage.ts';

interface Revealing {
  paneRef: RefObject<HTMLElement | null>;
  /** Whether the message exists. */
  loadBackTo(seq: number): Promise<boolean>;
}

export type Reveal = (seq: number, passage: string | null) => Promise<boolean>;

/** The speaker, before the words of a passage. */
const speaker = /^(?:User|Assistant): /;

/** Scrolls to a message and highlights a passage of it, or all of it, until the next click or key. */
export function useReveal({ paneRef, loadBackTo }: Revealing): Reveal {
  const unmark = useRef<(() => void) | null>(null);
  useEffect(() => () => unmark.current?.(), []);

  return async (seq, passage) => {
    if (!(await loadBackTo(seq))) return false;
    await nextFrame();
    const pane = paneRef.current;
    const body = pane?.querySelector(`[data-seq="${seq}"] [data-body]`) ?? null;
    if (pane === null || body === null) return false;
    unmark.current?.();
    unmark.current = clearOnce(mark(pane, body, passage));
    return true;
  };
}

function mark(pane: HTMLElement, body: Element, passage: string | null): () => void {
  const nodes = textNodesOf(body, 'original');
  const text = passage?.replace(speaker, '') ?? '';
  const place = findPassage(
    text,
    { start: 0, end: text.length },
    nodes.map((node) => node.data),
  );
  const marked = place === null ? null : highlightPassage(pane, nodes, place);
  if (marked !== null) return marked;
  body.setAttribute('data-passage', '');
  body.scrollIntoView({ block: 'center' });
  return () => body.removeAttribute('data-passage');
}

function clearOnce(clear: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('pointerdown', end, options);
  document.addEventListener('keydown', end, options);
  return end;

  function end(): void {
    listening.abort();
    clear();
  }
}

/** Loaded messages are rendered by then. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
