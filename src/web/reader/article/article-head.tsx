import type { ReactNode, RefObject } from 'react';
import type { Entry, EntryHead } from '#schema/entry.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { describeParagraph } from '#web/reader/translation/pair-paragraphs.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { safeUrl } from '#web/reader/web-address.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface ArticleHeadProps {
  head: EntryHead;
  entry: Entry | null;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
  /** The content below the facts about the article. */
  children?: ReactNode;
}

export function ArticleHead(props: ArticleHeadProps) {
  const { head, entry, headingRef, translation, children } = props;
  const { reader, separator } = useStrings();
  const formats = useFormats();
  const { article } = reader;
  const url = safeUrl(head.url);
  const facts = [
    head.feedTitle ?? (url === null ? article.saved : new URL(url).host),
    head.author,
    formats.time(head.publishedAt),
    entry === null ? null : article.minutes(entry.readingMinutes),
  ].filter((fact) => fact !== null && fact !== '');

  return (
    <header className={`mt-4 mb-7 ${headWidth}`}>
      <ArticleTitle title={head.title} headingRef={headingRef} translation={translation} />
      <p
        className="mt-3 min-w-0 text-[0.8125rem] wrap-anywhere text-muted"
        title={formats.fullTime(head.publishedAt)}
      >
        {facts.join(separator)}
      </p>
      {children}
    </header>
  );
}

interface ArticleTitleProps {
  title: string;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
}

/** Shows the title with its translation under it, or only the translation. */
function ArticleTitle({ title, headingRef, translation }: ArticleTitleProps) {
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

/**
 * The width of everything above an article. It ignores the layout below, so that no control moves away when it is
 * used.
 */
export const headWidth = 'mx-auto max-w-[calc(var(--measure)+1.5rem)] lg:max-w-(--measure)';
