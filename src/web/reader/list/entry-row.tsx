import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { Place } from '#web/reader/place.ts';
import type { FoundPlace } from '#web/reader/use-entry-list.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { firstSentence } from './first-sentence.ts';
import type { Density } from './lay-lines.ts';
import { RowFacts } from './row-facts.tsx';

interface EntryRowProps {
  head: EntryHead;
  density: Density;
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

const linkShapes: Record<Density, string> = {
  compact: 'h-full items-center border-b border-line/50 pe-4 ps-3',
  comfortable: 'h-full border-b border-line/70 py-[11px] pe-4 ps-3',
  cards: 'mx-3 my-1.5 h-[calc(100%-12px)] rounded-lg border border-line p-3',
};

const titleShapes: Record<Density, string> = {
  compact: '',
  comfortable: 'text-[0.875rem] leading-[1.1875rem]',
  cards: 'text-[0.9375rem] leading-5',
};

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { head, density, foundIn, translated, language, place, isCurrent, isTabStop, replace } = props;
  const { list } = useStrings().reader;
  const { view, ...search } = place;
  const isCompact = density === 'compact';
  // A title in the target language is its own translation.
  const title = translated === head.title ? undefined : translated;
  const isOneLine = isCompact || title !== undefined;
  const second = foundIn === undefined ? secondLine(head) : null;
  const secondId = second === null || second === '' || isCompact ? undefined : `second-${head.id}`;
  const lines = density === 'cards' ? 'line-clamp-3' : 'line-clamp-2';
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
      aria-describedby={secondId}
      tabIndex={isTabStop ? 0 : -1}
      className={`flex gap-2.5 -outline-offset-2 ${linkShapes[density]} ${
        isCurrent ? 'bg-accent-wash' : 'hover:bg-sunken/60'
      }`}
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isCompact ? '' : 'mt-1'} ${head.read ? '' : 'bg-accent'}`}
      />
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
        <RowFacts head={head} isCompact={isCompact} />
      </span>
    </Link>
  );
});

/** What the stored summary says first, else how the text begins. */
function secondLine({ summaryStart, excerpt }: EntryHead): string {
  return (summaryStart === null ? '' : firstSentence(summaryStart)) || excerpt;
}
