import { type RefObject, useLayoutEffect, useRef } from 'react';
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
  /** Null where the article cannot be translated. */
  translation: ArticleTranslation | null;
}

/** Shows the translation in the rendered article, paragraph by paragraph. */
export function usePairs({ bodyRef, html, translation }: PairsOptions): void {
  const strings = useStrings();
  const paragraphs = useRef<Paragraph<Node>[]>([]);
  const pairs = useRef<Pair[]>([]);
  const isShown = translation?.isShown ?? false;

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

  useLayoutEffect(() => {
    if (translation?.isShown !== true) return;
    drawTargets(pairs.current, translation.shownOf, {
      language: translation.language,
      withPictures: translation.layout === 'alone',
      describe: (paragraph) => describeParagraph(paragraph, strings).join(' '),
    });
  });
}
