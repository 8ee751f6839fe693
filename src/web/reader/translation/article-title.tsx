import type { RefObject } from 'react';
import { plainOf } from '#text/paragraphs/markers.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { describeParagraph } from './describe-paragraph.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface ArticleTitleProps {
  title: string;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
}

/** The title, with its translation under it or in its place. */
export function ArticleTitle({ title, headingRef, translation }: ArticleTitleProps) {
  const strings = useStrings();
  const { isShown, layout, language, title: paragraph } = translation;
  const translated = isShown ? (paragraph?.text ?? null) : null;
  const text = translated === null ? null : plainOf(translated);
  const isAlone = text !== null && layout === 'alone';
  const note =
    paragraph === null || paragraph.marks.length === 0 ? null : (
      <button
        type="button"
        lang={document.documentElement.lang}
        data-key={paragraph.key}
        aria-label={describeParagraph(paragraph, strings).join(' ')}
        aria-haspopup="dialog"
        className="translation-note"
      />
    );
  return (
    <div className="relative">
      <h1
        ref={headingRef}
        tabIndex={-1}
        dir="auto"
        lang={isAlone ? language : undefined}
        title={isAlone ? title : undefined}
        className="reading-face text-[1.875rem] leading-[1.2] font-semibold tracking-[-0.012em] text-balance wrap-anywhere outline-none"
      >
        {isAlone ? text : title}
      </h1>
      {isAlone ? note : null}
      {text === null || isAlone ? null : (
        <p
          dir="auto"
          lang={language}
          data-testid="translated-title"
          className={`reading-face relative mt-2 border-s-2 ps-3 text-[1.25rem] leading-[1.35] font-medium text-balance wrap-anywhere ${note === null ? 'border-line' : 'border-caution'}`}
        >
          {text}
          {note}
        </p>
      )}
    </div>
  );
}
