import type { RefObject } from 'react';
import type { Entry } from '#schema/entry.ts';
import { useTranslatedText } from '#web/reader/translation/use-translated-text.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import type { SummarySource } from '#web/summary-panel/grounding/summary-source.ts';
import type { EntryPanel } from '#web/summary-panel/use-entry-panel.ts';
import { usePassage } from './use-passage.ts';

interface Parts {
  entry: Entry | null;
  panel: EntryPanel;
  translation: ArticleTranslation;
  paneRef: RefObject<HTMLElement | null>;
}

interface Sources {
  original: SummarySource | null;
  /** What the summary in sight is about: the article, or its translation. */
  summarized: SummarySource | null;
}

/** The texts of the article whose passages can be shown. */
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
      // The translation is on the page by then.
      requestAnimationFrame(() => ofTranslation.show(passage));
      return true;
    },
  };
  return { original, summarized };
}
