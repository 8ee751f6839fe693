import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { memo } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { Place } from '#web/reader/place.ts';
import { RowTags } from '#web/reader/tags/row-tags.tsx';
import type { FoundPlace } from '#web/reader/use-entry-list.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** A fixed row height lets the list find any position without measuring. */
export const rowPx = 80;

interface EntryRowProps {
  head: EntryHead;
  /** Where a search found it, if not in the article. */
  foundIn: FoundPlace | undefined;
  /** Its title, translated into `language`. */
  translated: string | undefined;
  language: string;
  place: Place;
  isCurrent: boolean;
  /** The only row that Tab stops at. */
  isTabStop: boolean;
  /** Replaces the history entry instead of adding one. */
  replace: boolean;
}

export const EntryRow = memo(function EntryRow({
  head,
  foundIn,
  translated,
  language,
  place,
  isCurrent,
  isTabStop,
  replace,
}: EntryRowProps) {
  const { reader, separator } = useStrings();
  const formats = useFormats();
  const { view, ...search } = place;
  // A title in the target language is its own translation.
  const title = translated === head.title ? undefined : translated;
  const hasSecondLine = foundIn !== undefined || title !== undefined;
  const from = head.feedTitle ?? hostOf(head.url) ?? reader.article.saved;
  return (
    <Link
      to="/reader/$view/{-$entryId}"
      params={{ view, entryId: String(head.id) }}
      search={search}
      replace={replace}
      activeOptions={{ exact: true }}
      preload={false}
      data-entry={head.id}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={`flex h-full gap-2.5 border-b border-line/70 py-2.5 pe-4 ps-3 -outline-offset-2 ${
        isCurrent ? 'bg-accent-wash' : 'hover:bg-sunken/60'
      }`}
    >
      <span aria-hidden className={`mt-[7px] size-2 shrink-0 rounded-full ${head.read ? '' : 'bg-accent'}`} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        {/* Two lines: the title, or the title and what belongs to it. */}
        <span dir="auto" className="block h-10 overflow-hidden leading-5 wrap-anywhere">
          <span
            className={`${hasSecondLine ? 'block truncate' : 'line-clamp-2'} ${head.read ? 'text-muted' : 'font-medium text-ink'} ${isCurrent ? 'text-ink!' : ''}`}
          >
            {head.title}
          </span>
          {foundIn !== undefined ? (
            <span data-testid={`in-${foundIn.kind}`} className="block truncate text-[0.8125rem] text-muted">
              {reader.list.foundIn[foundIn.kind](foundIn.excerpt)}
            </span>
          ) : title !== undefined ? (
            <span
              dir="auto"
              lang={language}
              data-testid="translated-title"
              className={`block truncate text-[0.8125rem] ${head.read && !isCurrent ? 'text-muted' : 'text-ink'}`}
            >
              {title}
            </span>
          ) : (
            <span aria-hidden className="block truncate text-[0.8125rem] text-muted">
              {head.excerpt}
            </span>
          )}
        </span>
        <span className="flex items-center gap-1 text-xs text-muted">
          <span className="min-w-0 truncate">{from}</span>
          <span className="numeric shrink-0">
            {separator.trimStart()}
            <time dateTime={new Date(head.publishedAt).toISOString()}>{formats.age(head.publishedAt)}</time>
          </span>
          <RowTags tags={head.tags} />
          <span className="ms-auto flex shrink-0 items-center gap-1.5">
            {head.starred ? (
              <>
                <Star aria-hidden className="size-3 fill-current text-caution" />
                <span className="sr-only">{reader.list.isStarred}</span>
              </>
            ) : null}
            {head.hasSummary ? (
              <>
                <span aria-hidden title={reader.list.hasSummary} className="text-base leading-3 text-accent">
                  ◦
                </span>
                <span className="sr-only">{reader.list.hasSummary}</span>
              </>
            ) : null}
          </span>
          {head.read ? null : <span className="sr-only">{reader.list.isUnread}</span>}
        </span>
      </span>
    </Link>
  );
});

function hostOf(url: string | null): string | null {
  return (url === null ? null : URL.parse(url)?.host) ?? null;
}
