import { CircleCheck, Star } from 'lucide-react';
import { memo, useRef } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { TagRef } from '#schema/tags/tag.ts';
import { FeedIcon, letterOf, usePicture } from '#web/reader/pictures.tsx';
import type { Place } from '#web/reader/place.ts';
import { PlaceLink } from '#web/reader/place-link.tsx';
import type { FoundPlace } from '#web/reader/use-entry-list.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { firstSentence } from '#web/summary-panel/text/parse-blocks.ts';
import type { Density } from './lay-lines.ts';

interface EntryRowProps {
  head: EntryHead;
  density: Density;
  hasPictures: boolean;
  /** The place where a search found the entry, if it was not the article. */
  foundIn: FoundPlace | undefined;
  /** The entry's title, translated into `language`. */
  translated: string | undefined;
  language: string;
  place: Place;
  isCurrent: boolean;
  isSelected: boolean;
  /** Whether this is the only row that Tab stops at. */
  isTabStop: boolean;
  /** Whether opening the entry replaces the history entry instead of adding one. */
  replace: boolean;
}

const linkShapes: Record<Density, string> = {
  compact: 'h-full border-b border-line/50',
  comfortable: 'h-full border-b border-line/70',
  cards: 'mx-3 my-1.5 h-[calc(100%-12px)] overflow-hidden rounded-lg border border-line',
};

const insideShapes: Record<Density, string> = {
  compact: 'items-center pe-4 ps-3',
  comfortable: 'py-[11px] pe-4 ps-3',
  cards: 'p-3',
};

const titleShapes: Record<Density, string> = {
  compact: '',
  comfortable: 'text-[0.875rem] leading-[1.1875rem]',
  cards: 'text-[0.9375rem] leading-5',
};

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const {
    head,
    density,
    hasPictures,
    foundIn,
    translated,
    language,
    place,
    isCurrent,
    isSelected,
    isTabStop,
    replace,
  } = props;
  const { list, article } = useStrings().reader;
  const isCompact = density === 'compact';
  const hasPicture = hasPictures && head.imageKey !== null;
  const from = head.feedTitle ?? hostOf(head.url) ?? article.saved;
  // If the title is already in the target language, its translation is the same and is not shown.
  const title = translated === head.title ? undefined : translated;
  const isOneLine = isCompact || title !== undefined;
  const second = foundIn === undefined ? secondLine(head) : null;
  const secondId = second === null || second === '' || isCompact ? undefined : `second-${head.id}`;
  const lines = density === 'cards' ? 'line-clamp-3' : 'line-clamp-2';
  return (
    <PlaceLink
      to={place}
      entryId={head.id}
      replace={replace}
      data-entry={head.id}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={secondId}
      tabIndex={isTabStop ? 0 : -1}
      className={`flex flex-col -outline-offset-2 [-webkit-touch-callout:none] pointer-coarse:select-none ${linkShapes[density]} ${
        isCurrent || isSelected ? 'bg-accent-wash' : 'hover:bg-sunken/60'
      }`}
    >
      {hasPicture && density === 'cards' ? <Thumbnail head={head} className="h-[132px] w-full" /> : null}
      <span className={`flex min-h-0 flex-1 gap-2.5 ${insideShapes[density]}`}>
        {isSelected ? (
          <span className="-mx-1 flex h-4 shrink-0">
            <CircleCheck aria-hidden className="size-4 text-accent" />
            <span className="sr-only">{list.isSelected}</span>
          </span>
        ) : (
          <span
            aria-hidden
            className={`size-2 shrink-0 rounded-full ${isCompact ? '' : 'mt-1'} ${head.read ? '' : 'bg-accent'}`}
          />
        )}
        {isCompact ? <FeedIcon id={head.feedId} name={from} /> : null}
        <span className={`flex min-w-0 flex-1 ${isCompact ? 'items-center gap-2' : 'flex-col gap-0.5'}`}>
          <span className={`flex min-w-0 flex-col gap-0.5 ${isCompact ? 'flex-1' : ''}`}>
            <span
              dir="auto"
              className={`wrap-anywhere ${titleShapes[density]} ${isOneLine ? 'truncate' : 'line-clamp-2'} ${
                head.read ? 'text-muted' : 'font-semibold text-ink'
              } ${isCurrent ? 'text-ink!' : ''}`}
            >
              {head.title}
            </span>
            {title === undefined ? null : (
              <span
                dir="auto"
                lang={language}
                data-testid="translated-title"
                className={`truncate text-[0.8125rem] leading-[1.1875rem] ${head.read && !isCurrent ? 'text-muted' : 'text-ink'} ${isCompact ? '-mt-1' : ''}`}
              >
                {title}
              </span>
            )}
            {foundIn === undefined ? null : (
              <span
                data-testid={`in-${foundIn.kind}`}
                className={`text-[0.8125rem] leading-[1.125rem] text-muted ${isCompact ? '-mt-1 truncate' : lines}`}
              >
                {list.foundIn[foundIn.kind](foundIn.excerpt)}
              </span>
            )}
            {secondId === undefined ? null : (
              <span
                aria-hidden
                dir="auto"
                id={secondId}
                data-testid="second-line"
                className={`text-[0.8125rem] leading-[1.125rem] wrap-anywhere text-muted ${lines}`}
              >
                {second}
              </span>
            )}
          </span>
          <RowFacts head={head} from={from} isCompact={isCompact} />
        </span>
        {hasPicture && density === 'comfortable' ? (
          <Thumbnail head={head} className="size-[68px] self-center rounded-lg" />
        ) : null}
      </span>
    </PlaceLink>
  );
});

/** Returns the first sentence of the stored summary, or the beginning of the text if there is no summary. */
function secondLine({ summaryStart, excerpt }: EntryHead): string {
  return (summaryStart === null ? '' : firstSentence(summaryStart)) || excerpt;
}

function hostOf(url: string | null): string | null {
  return (url === null ? null : URL.parse(url)?.host) ?? null;
}

/** Shows the first picture of an entry. Its space is reserved, so that nothing moves when it arrives. */
function Thumbnail({ head, className }: { head: EntryHead; className: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const { id, imageKey } = head;
  const src = usePicture(place, imageKey === null ? null : `/api/entries/${id}/images/${imageKey}`);
  return (
    <span
      ref={place}
      aria-hidden
      data-testid="thumbnail"
      className={`flex shrink-0 items-center justify-center overflow-hidden bg-sunken text-lg text-edge select-none ${className}`}
    >
      {src === null ? (
        letterOf(head.feedTitle ?? head.title)
      ) : (
        <img src={src} alt="" decoding="async" className="size-full object-cover" />
      )}
    </span>
  );
}

/** Shows where an entry comes from, its age, tags and marks. They stand over the title, and are read after it. */
function RowFacts({ head, from, isCompact }: { head: EntryHead; from: string; isCompact: boolean }) {
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

/** Shows as many tags of an entry as the row has room for. */
function RowTags({ tags }: { tags: readonly TagRef[] }) {
  const { tags: words } = useStrings();
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name);
  return (
    <span className="ms-1 min-w-0 flex-1 truncate" data-testid="row-tags" title={names.join(', ')}>
      <span aria-hidden>
        {tags.map(({ id, name }) => (
          <bdi key={id} className="me-1.5">
            #{name}
          </bdi>
        ))}
      </span>
      <span className="sr-only">{words.inRow(names.join(', '))}</span>
    </span>
  );
}
