import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { Paragraph } from '#text/paragraphs/find-paragraphs.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { describeParagraph } from './describe-paragraph.ts';
import {
  drawTargets,
  type Pair,
  pairParagraphs,
  readParagraphs,
  unpairParagraphs,
} from './pair-paragraphs.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface PairsOptions {
  bodyRef: RefObject<HTMLElement | null>;
  /** The article's markup; its nodes are new whenever this changes. */
  html: string;
  translation: ArticleTranslation;
}

/** Shows the translation in the rendered article, paragraph by paragraph. */
export function usePairs({ bodyRef, html, translation }: PairsOptions): void {
  const strings = useStrings();
  const paragraphs = useRef<Paragraph<Node>[]>([]);
  const pairs = useRef<Pair[]>([]);
  const { isShown } = translation;

  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    paragraphs.current = bodyRef.current === null ? [] : readParagraphs(bodyRef.current);
  }, [bodyRef, html]);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const wrapped = pairParagraphs(paragraphs.current);
    pairs.current = wrapped;
    return () => {
      unpairParagraphs(wrapped);
      pairs.current = [];
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [html, isShown]);

  const describe = useCallback(
    (paragraph: TranslatedParagraph) => describeParagraph(paragraph, strings).join(' '),
    [strings],
  );
  useLayoutEffect(() => {
    if (!isShown) return;
    drawTargets(pairs.current, translation.shownOf, {
      language: translation.language,
      withPictures: translation.layout === 'alone',
      describe,
    });
  });
}
