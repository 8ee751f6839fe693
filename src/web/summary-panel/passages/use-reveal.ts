import { type RefObject, useEffect, useRef } from 'react';
import type { Passage } from '#web/summary-panel/grounding/sentence-passages.ts';
import { findPassage, highlightPassages, textNodesOf } from './find-passage.ts';

/** The part of a passage that is in one message. */
export interface Part {
  /** The position in the text of the message, or null for all of the message. */
  span: Passage | null;
}

/** The part of a passage that is in the message of a thread. */
export interface MessagePart extends Part {
  seq: number;
}

interface Revealing<P> {
  paneRef: RefObject<HTMLElement | null>;
  /**
   * Returns the text of the message and where the pane shows it in the next frame. Returns null if the message does
   * not exist.
   */
  load(part: P): Promise<{ text: string; selector: string } | null>;
}

export type Reveal<P> = (parts: readonly P[]) => Promise<boolean>;

interface ShownPart {
  body: Element;
  text: string;
  span: Passage | null;
}

/**
 * Scrolls to a message and highlights a passage until the next click or key. The passage may continue in the next
 * message.
 */
export function useReveal<P extends Part>({ paneRef, load }: Revealing<P>): Reveal<P> {
  const unmark = useRef<(() => void) | null>(null);
  useEffect(() => () => unmark.current?.(), []);

  return async (parts) => {
    const loaded: { text: string; selector: string; span: Passage | null }[] = [];
    for (const part of parts) {
      const message = await load(part);
      if (message !== null) loaded.push({ ...message, span: part.span });
    }
    await nextFrame();
    const pane = paneRef.current;
    if (pane === null) return false;
    const shown = loaded.flatMap(({ selector, text, span }): ShownPart[] => {
      const body = pane.querySelector(selector);
      return body === null ? [] : [{ body, text, span }];
    });
    if (shown.length === 0) return false;
    unmark.current?.();
    unmark.current = clearOnce(mark(pane, shown));
    return true;
  };
}

/** Highlights the parts. If a part is not found, its whole message is marked. */
function mark(pane: HTMLElement, parts: readonly ShownPart[]): () => void {
  const placed = parts.map(({ body, text, span }) => {
    const nodes = textNodesOf(body, 'original');
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

/** Waits for the next frame, in which loaded messages are rendered. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
