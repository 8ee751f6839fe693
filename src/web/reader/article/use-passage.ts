import { type RefObject, useEffect, useMemo } from 'react';
import type { SummarizedText } from '#schema/runs/summary.ts';
import type { SummarySource } from '#web/summary-panel/grounding/summary-source.ts';
import { findPassage } from '#web/summary-panel/passages/find-passage.ts';
import { highlightPassages, textNodesOf } from '#web/summary-panel/passages/highlight-passage.ts';

interface ShownText {
  text: string;
  language: string | null;
  contentHash: string;
  of: SummarizedText;
}

/**
 * The open article, or its translation, as the source of its summaries. A highlighted passage stays so until a click or
 * Escape.
 */
export function usePassage(
  paneRef: RefObject<HTMLElement | null>,
  shown: ShownText | null,
): SummarySource | null {
  const text = shown?.text ?? null;
  const language = shown?.language ?? null;
  const contentHash = shown?.contentHash ?? null;
  const of = shown?.of ?? 'original';
  const made = useMemo(
    () =>
      text === null || contentHash === null
        ? null
        : createSource({ text, language, contentHash, of }, paneRef),
    [paneRef, text, language, contentHash, of],
  );
  useEffect(() => () => made?.clear(), [made]);
  return made?.source ?? null;
}

function createSource(
  { text, language, contentHash, of }: ShownText,
  paneRef: RefObject<HTMLElement | null>,
): { source: SummarySource; clear(): void } {
  let clear: (() => void) | null = null;
  const source: SummarySource = {
    text,
    language,
    contentHash,
    show(passage) {
      clear?.();
      const pane = paneRef.current;
      const article = pane?.querySelector('.article') ?? null;
      if (pane === null || article === null) return false;
      const nodes = textNodesOf(article, of);
      const contents = nodes.map((node) => node.data);
      const place = findPassage(text, passage, contents);
      const unmark = place === null ? null : highlightPassages(pane, [{ nodes, place }]);
      if (unmark === null) return false;
      clear = clearOnce(unmark);
      return true;
    },
  };
  return { source, clear: () => clear?.() };
}

/** Clears at the next click or Escape, or when called. */
function clearOnce(unmark: () => void): () => void {
  const listening = new AbortController();
  // In the capture phase, so that the click that led here, which is bubbling, does not count.
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('click', clear, options);
  document.addEventListener('keydown', press, options);
  return clear;

  function clear(): void {
    if (listening.signal.aborted) return;
    listening.abort();
    unmark();
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    clear();
    // The key is used up. Fields, dialogs and menus have their own use for Escape.
    const isElsewhere =
      event.target instanceof Element &&
      event.target.closest('input, textarea, [role="dialog"], [role="menu"]') !== null;
    if (!isElsewhere) event.preventDefault();
  }
}
