import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo } from 'react';
import type { Entry } from '#schema/entry.ts';
import type { SummarizedText } from '#schema/runs/summary.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import type { SummarySource } from '#web/summary-panel/grounding/sentence-passages.ts';
import { findPassage, highlightPassages, textNodesOf } from '#web/summary-panel/passages/find-passage.ts';
import type { EntryPanel } from '#web/summary-panel/use-entry-panel.ts';

interface Parts {
  entry: Entry | null;
  panel: EntryPanel;
  translation: ArticleTranslation;
  paneRef: RefObject<HTMLElement | null>;
}

interface Sources {
  original: SummarySource | null;
  /** The text that the visible summary is about: the article or its translation. */
  summarized: SummarySource | null;
}

/** Returns the texts of the article whose passages can be shown. */
export function useArticleSources({ entry, panel, translation, paneRef }: Parts): Sources {
  const { shown } = panel.view;
  const of = shown?.summary.of ?? 'original';
  const isOfTranslation = of === 'translation';
  const language = isOfTranslation ? (shown?.summary.targetLanguage ?? null) : null;
  const translated = useTranslatedText({ entry, language });

  const original = usePassage(
    paneRef,
    entry === null
      ? null
      : { text: entry.text, language: entry.language, contentHash: entry.contentHash, of: 'original' },
  );
  const isCurrent = shown !== null && !shown.stale.includes('article');
  const ofTranslation = usePassage(
    paneRef,
    translated === null || language === null || !isCurrent
      ? null
      : // The server has compared the hashes.
        { text: translated, language, contentHash: shown.summary.contentHash, of: 'translation' },
  );
  if (!isOfTranslation) return { original, summarized: original };
  if (ofTranslation === null || translation.isShown || translation.language !== language)
    return { original, summarized: ofTranslation };
  const summarized = {
    ...ofTranslation,
    show(passage: Parameters<SummarySource['show']>[0]) {
      translation.show(true);
      // In the next frame, the translation is on the page.
      requestAnimationFrame(() => ofTranslation.show(passage));
      return true;
    },
  };
  return { original, summarized };
}

interface Wanted {
  entry: Entry | null;
  /** Null means that no translation is needed. */
  language: string | null;
}

/** Reads the translated article as the model read it, so that passages of a summary can be found in it. */
function useTranslatedText({ entry, language }: Wanted): string | null {
  const client = useClient();
  const { data = null } = useQuery({
    queryKey: queryKeys.translatedText(entry?.id ?? null, language ?? '', entry?.contentHash ?? ''),
    queryFn: () =>
      entry === null || language === null
        ? null
        : client.translations.text(entry.id, { targetLanguage: language }),
    enabled: entry !== null && language !== null,
    gcTime: 0,
  });
  return data;
}

interface ShownText {
  text: string;
  language: string | null;
  contentHash: string;
  of: SummarizedText;
}

/**
 * Returns the open article or its translation as the source of a summary. A highlighted passage stays highlighted
 * until a click or Escape.
 */
function usePassage(paneRef: RefObject<HTMLElement | null>, shown: ShownText | null): SummarySource | null {
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

/** Calls `unmark` at the next click or Escape, or when the returned function is called. */
function clearOnce(unmark: () => void): () => void {
  const listening = new AbortController();
  // Listening in the capture phase ignores the click that shows the passage, because that click is already bubbling.
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
    // The key is used up, except in fields, dialogs and menus, which have their own use for Escape.
    const isElsewhere =
      event.target instanceof Element &&
      event.target.closest('input, textarea, [role="dialog"], [role="menu"]') !== null;
    if (!isElsewhere) event.preventDefault();
  }
}
