import { Star } from 'lucide-react';
import type { EntryHead } from '#schema/entry.ts';
import { RowTags } from '#web/reader/tags/row-tags.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

/** Where an entry comes from, its age, tags and marks. Shown over the title, and read after it. */
export function RowFacts({ head, isCompact }: { head: EntryHead; isCompact: boolean }) {
  const { reader, separator } = useStrings();
  const formats = useFormats();
  const from = head.feedTitle ?? hostOf(head.url) ?? reader.article.saved;
  return (
    <span
      className={`flex items-center gap-1 text-xs leading-4 text-muted ${isCompact ? 'shrink-0' : 'order-first'}`}
    >
      <span className={isCompact ? 'sr-only' : 'min-w-0 truncate'}>{from}</span>
      <span className="numeric shrink-0">
        {isCompact ? null : separator.trimStart()}
        <time dateTime={new Date(head.publishedAt).toISOString()}>{formats.age(head.publishedAt)}</time>
      </span>
      {isCompact ? null : <RowTags tags={head.tags} />}
      <span className="ms-auto flex shrink-0 items-center gap-1.5">
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

function hostOf(url: string | null): string | null {
  return (url === null ? null : URL.parse(url)?.host) ?? null;
}
