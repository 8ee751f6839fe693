import { CircleCheck } from 'lucide-react';
import { memo } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import { FeedIcon } from '#web/reader/pictures/feed-icon.tsx';
import { Thumbnail } from '#web/reader/pictures/thumbnail.tsx';
import type { Place } from '#web/reader/place.ts';
import { PlaceLink } from '#web/reader/place-link.tsx';
import type { FoundPlace } from '#web/reader/use-entry-list.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { firstSentence } from '#web/summary-panel/text/first-sentence.ts';
import type { Density } from './lay-lines.ts';
import { RowFacts } from './row-facts.tsx';

interface EntryRowProps {
  head: EntryHead;
  density: Density;
  hasPictures: boolean;
  /** Where a search found it, if not in the article. */
  foundIn: FoundPlace | undefined;
  /** Its title, translated into `language`. */
  translated: string | undefined;
  language: string;
  place: Place;
  isCurrent: boolean;
  isSelected: boolean;
  /** The only row that Tab stops at. */
  isTabStop: boolean;
  /** Replaces the history entry instead of adding one. */
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
  // A title in the target language is its own translation.
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

/** What the stored summary says first, else how the text begins. */
function secondLine({ summaryStart, excerpt }: EntryHead): string {
  return (summaryStart === null ? '' : firstSentence(summaryStart)) || excerpt;
}

function hostOf(url: string | null): string | null {
  return (url === null ? null : URL.parse(url)?.host) ?? null;
}
