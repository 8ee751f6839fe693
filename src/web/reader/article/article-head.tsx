import type { ReactNode, RefObject } from 'react';
import type { Entry, EntryHead } from '#schema/entry.ts';
import { safeUrl } from '#web/reader/safe-url.ts';
import { ArticleTitle } from '#web/reader/translation/article-title.tsx';
import { headWidth } from '#web/reader/translation/head-width.ts';
import type { ArticleTranslation } from '#web/reader/translation/use-translation.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface ArticleHeadProps {
  head: EntryHead;
  entry: Entry | null;
  headingRef: RefObject<HTMLHeadingElement | null>;
  translation: ArticleTranslation;
  /** Below the facts. */
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
