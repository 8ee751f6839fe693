import { type RefObject, useEffect, useRef } from 'react';
import type { Message } from '#schema/spaces/space.ts';
import type { Passage } from '#web/summary-panel/grounding/summary-source.ts';
import { findPassage } from '#web/summary-panel/passages/find-passage.ts';
import { highlightPassages, textNodesOf } from '#web/summary-panel/passages/highlight-passage.ts';

/** The part of a passage that is in one message; `span` is null for the whole message. */
export interface MessagePart {
  seq: number;
  /** In the text of the message. */
  span: Passage | null;
}

interface Revealing {
  paneRef: RefObject<HTMLElement | null>;
  /** Null if the message does not exist. */
  loadBackTo(seq: number): Promise<Message | null>;
}

export type Reveal = (parts: readonly MessagePart[]) => Promise<boolean>;

interface ShownPart {
  body: Element;
  text: string;
  span: Passage | null;
}

/** Scrolls to a message and highlights a passage, which may go on in the next one, until the next click or key. */
export function useReveal({ paneRef, loadBackTo }: Revealing): Reveal {
  const unmark = useRef<(() => void) | null>(null);
  useEffect(() => () => unmark.current?.(), []);

  return async (parts) => {
    const texts = new Map<number, string>();
    for (const { seq } of parts) {
      const message = await loadBackTo(seq);
      if (message !== null) texts.set(seq, message.text);
    }
    await nextFrame();
    const pane = paneRef.current;
    if (pane === null) return false;
    const shown = parts.flatMap(({ seq, span }): ShownPart[] => {
      const body = pane.querySelector(`[data-seq="${seq}"] [data-body]`);
      const text = texts.get(seq);
      return body === null || text === undefined ? [] : [{ body, text, span }];
    });
    if (shown.length === 0) return false;
    unmark.current?.();
    unmark.current = clearOnce(mark(pane, shown));
    return true;
  };
}

/** A part that is not found marks the whole message. */
function mark(pane: HTMLElement, parts: readonly ShownPart[]): () => void {
  const placed = parts.map(({ body, text, span }) => {
    const nodes = textNodesOf(body);
    const contents = nodes.map((node) => node.data);
    return { body, nodes, place: span === null ? null : findPassage(text, span, contents) };
  });
  const unmark = highlightPassages(
    pane,
    placed.flatMap(({ nodes, place }) => (place === null ? [] : [{ nodes, place }])),
  );
  const whole = placed.filter(({ place }) => unmark === null || place === null).map(({ body }) => body);
  for (const body of whole) body.setAttribute('data-passage', '');
  if (unmark === null) whole[0]?.scrollIntoView({ block: 'center' });
  return () => {
    unmark?.();
    for (const body of whole) body.removeAttribute('data-passage');
  };
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
