import { Star } from 'lucide-react';
import type { EntryHead } from '#schema/entry.ts';
import { FeedIcon } from '#web/reader/pictures/feed-icon.tsx';
import { RowTags } from '#web/reader/tags/row-tags.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** Where an entry comes from, its age, tags and marks. Shown over the title, and read after it. */
export function RowFacts({ head, from, isCompact }: { head: EntryHead; from: string; isCompact: boolean }) {
  const { reader, separator } = useStrings();
  const formats = useFormats();
  return (
    <span
      className={`flex items-center gap-1.5 text-xs leading-4 text-muted ${isCompact ? 'shrink-0' : 'order-first'}`}
    >
      {isCompact ? null : <FeedIcon id={head.feedId} name={from} />}
      <span className={isCompact ? 'sr-only' : 'min-w-0 truncate'}>{from}</span>
      <span className="numeric -ms-0.5 shrink-0">
        {isCompact ? null : separator.trimStart()}
        <time dateTime={new Date(head.publishedAt).toISOString()}>{formats.age(head.publishedAt)}</time>
      </span>
      {isCompact ? null : <RowTags tags={head.tags} />}
      <span className={`flex shrink-0 items-center gap-1.5 ${isCompact ? 'order-first' : 'ms-auto'}`}>
        {head.starred ? (
          <>
            <Star aria-hidden className="size-3 fill-current text-caution" />
            <span className="sr-only">{reader.list.isStarred}</span>
          </>
        ) : null}
        {head.hasSummary ? (
          <>
            <span aria-hidden title={reader.list.hasSummary} className="text-accent">
              {isCompact ? '◦' : reader.list.summary}
            </span>
            <span className="sr-only">{reader.list.hasSummary}</span>
          </>
        ) : null}
      </span>
      {head.read ? null : <span className="sr-only">{reader.list.isUnread}</span>}
    </span>
  );
}
