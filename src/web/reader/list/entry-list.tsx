import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Mail, MailOpen, Sparkles, Star } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import { untilIdle } from '#web/controls/lazy.ts';
import { usePicturesWanted } from '#web/reader/pictures.tsx';
import type { Place } from '#web/reader/place.ts';
import type { FoundPlace } from '#web/reader/use-entry-list.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useLook } from '#web/theme/use-look.ts';
import { EntryRow } from './entry-row.tsx';
import { dayLineOf, dayPx, type Line, layLines, lineAt } from './lay-lines.ts';
import { type Swipe, type SwipeAction, useListGestures } from './touch/use-list-gestures.ts';
import type { ListSelection } from './use-selection.ts';
import type { TranslatedTitlesShown } from './use-titles.ts';
import './touch/swipe.css';

interface EntryListProps {
  items: readonly EntryHead[];
  foundIn: ReadonlyMap<EntryId, FoundPlace>;
  titles: TranslatedTitlesShown;
  place: Place;
  openId: EntryId | null;
  selection: ListSelection;
  hasMore: boolean;
  onMore(): void;
  /** Is called with the arrow keys inside the list. */
  onStep(by: 1 | -1): void;
  /** Is called for Enter on the open entry, and moves the focus into the article. */
  onEnter(): void;
  /** Is called after a swipe on a touch screen. */
  onSwipe(head: EntryHead, action: SwipeAction): void;
  paneRef: RefObject<HTMLDivElement | null>;
}

/** More entries are loaded when this many rows remain before the end. */
const aheadRows = 40;

/** Renders only the visible rows, whatever the length of the list. */
export function EntryList(props: EntryListProps) {
  const { items, foundIn, titles, place, openId, selection, hasMore, paneRef } = props;
  const { onMore, onStep, onEnter, onSwipe } = props;
  const { list } = useStrings().reader;
  const gestures = useListGestures(selection, (id, action) => {
    const head = items.find((item) => item.id === id);
    if (head !== undefined) onSwipe(head, action);
  });
  const [density] = useLook('density');
  // Search results are ordered by rank.
  const hasDays = place.q === undefined;
  const hasPictures = usePicturesWanted();
  const lines = useMemo(
    () => layLines(items, { density, hasDays, hasPictures }),
    [items, density, hasDays, hasPictures],
  );
  const openLine = lines.findIndex((line) => line.kind === 'entry' && line.head.id === openId);
  // The list computes the heights of all rows again only when this function changes.
  const keyOf = useCallback((index: number) => keyOfLine(lines[index], index), [lines]);
  const withDay = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const day = dayLineOf(lines, range.startIndex);
      return day === -1 || day >= (shown[0] ?? 0) ? shown : [day, ...shown];
    },
    [lines],
  );
  // No compiler memoizes this file, so the rule does not apply.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => paneRef.current,
    estimateSize: (index) => lines[index]?.size ?? 0,
    getItemKey: keyOf,
    rangeExtractor: withDay,
    // The padding keeps a row that is scrolled to from ending up under the heading.
    scrollPaddingStart: hasDays ? dayPx : 0,
    overscan: useOverscan(),
  });
  const rows = virtual.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  const firstEntry = rows.map(({ index }) => lines[index]).find((line) => line?.kind === 'entry');
  useKeptAnchor(paneRef, lines, virtual.scrollOffset ?? 0);

  useEffect(() => {
    if (hasMore && lastIndex > lines.length - aheadRows) onMore();
  }, [hasMore, lastIndex, lines.length, onMore]);

  const shownId = useRef<EntryId | null>(null);
  useEffect(() => {
    if (openLine === -1 || shownId.current === openId) return;
    shownId.current = openId;
    virtual.scrollToIndex(openLine, { align: 'auto' });
    const pane = paneRef.current;
    // The focus follows the open entry while it is in the list.
    if (pane?.contains(document.activeElement) === true && document.activeElement !== pane) {
      requestAnimationFrame(() => pane.querySelector<HTMLElement>(`[data-entry="${openId}"]`)?.focus());
    }
  }, [openLine, openId, virtual, paneRef]);

  function press(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const isOpen = event.target instanceof HTMLElement && event.target.dataset.entry === String(openId);
    if (event.key === 'ArrowDown') onStep(1);
    else if (event.key === 'ArrowUp') onStep(-1);
    else if (event.key === 'Enter' && isOpen) onEnter();
    else return;
    event.preventDefault();
  }

  return (
    // Key events of the rows bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={paneRef}
      role="list"
      aria-label={list.heading}
      onKeyDown={press}
      {...gestures.handlers}
      className="min-h-0 flex-1 touch-pan-y touch-pinch-zoom overflow-y-auto overscroll-contain contain-strict"
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const line = lines[row.index];
          if (line === undefined) return null;
          if (line.kind === 'day') return <DayHeading key={row.key} line={line} />;
          const { head, index } = line;
          const swiped = gestures.swiped?.id === head.id ? gestures.swiped : null;
          return (
            <div
              key={row.key}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              data-swiped={swiped === null ? undefined : ''}
              className="swipe-row absolute inset-x-0 top-0"
              style={{ height: line.size, transform: `translateY(${line.start}px)` }}
            >
              <EntryRow
                head={head}
                density={density}
                hasPictures={hasPictures}
                foundIn={foundIn.get(head.id)}
                translated={titles.byId.get(head.id)}
                language={titles.language}
                place={place}
                isCurrent={head.id === openId}
                isSelected={selection.ids.has(head.id)}
                isTabStop={openLine === -1 ? line === firstEntry : row.index === openLine}
                replace={openId !== null}
              />
              {swiped === null ? null : <SwipeHint head={head} {...swiped} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * Returns how many rows are drawn beyond the visible ones. The first rendering draws few of them, so that it is
 * early.
 */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(1);
  useEffect(() => {
    let isShown = true;
    void untilIdle().then(() => {
      if (isShown) setOverscan(12);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return overscan;
}

function keyOfLine(line: Line | undefined, index: number): string | number {
  if (line === undefined) return index;
  // Entries published on the same day at different times must not change the key of its heading.
  return line.kind === 'day' ? new Date(line.at).toDateString() : line.head.id;
}

/** Shows the heading of a day. It stays at the top of the list while entries of the day are in sight. */
function DayHeading({ line }: { line: Extract<Line, { kind: 'day' }> }) {
  const { day } = useFormats();
  return (
    // This is not a heading element, because a list may contain only its items.
    <div
      className="pointer-events-none absolute inset-x-0 z-10"
      style={{ top: line.start, height: line.span }}
    >
      <div
        data-testid="day"
        className="sticky top-0 flex items-end bg-surface px-4 pb-1.5 text-2xs font-semibold text-muted"
        style={{ height: line.size }}
      >
        {day(line.at)}
      </div>
    </div>
  );
}

/**
 * Keeps the visible entries in place when entries are added above them or the heights of rows change. A list at its
 * very top shows the added entries. `offset` is how far the list was scrolled before, which a list that became
 * shorter no longer knows.
 */
function useKeptAnchor(pane: RefObject<HTMLElement | null>, lines: readonly Line[], offset: number): void {
  const before = useRef(lines);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = lines;
    if (old === lines) return;
    const from = lineAt(old, offset);
    const anchor = old.slice(Math.max(0, from), from + 2).find((line) => line.kind === 'entry');
    if (anchor === undefined || offset < anchor.size / 2) return;
    const { id } = anchor.head;
    const now = lines.find((line) => line.kind === 'entry' && line.head.id === id);
    if (now !== undefined && now.start !== anchor.start)
      pane.current?.scrollTo({ top: offset + now.start - anchor.start });
  }, [pane, lines, offset]);
}

const colours: Record<SwipeAction, string> = {
  read: 'bg-accent text-accent-ink',
  star: 'bg-caution-wash text-caution',
  summarize: 'bg-accent text-accent-ink',
};

/** Shows what a swipe does, in the space that the row has left. */
function SwipeHint({ head, action, isShort }: Swipe & { head: EntryHead }) {
  const { selection: words } = useStrings().reader.list;
  const shown = {
    read: head.read ? { icon: Mail, word: words.unread } : { icon: MailOpen, word: words.read },
    star: { icon: Star, word: head.starred ? words.unstar : words.star },
    summarize: { icon: Sparkles, word: words.summarize },
  };
  const { icon: Icon, word } = shown[action];
  return (
    <span
      aria-hidden
      data-testid="swipe"
      data-short={isShort ? '' : undefined}
      className={`swipe-hint absolute inset-y-0 flex items-center overflow-hidden text-2xs font-medium whitespace-nowrap ${
        action === 'read' ? 'left-0 justify-start' : 'right-0 justify-end'
      } ${isShort ? 'bg-sunken text-muted' : colours[action]}`}
    >
      <span className="flex min-w-20 shrink-0 flex-col items-center gap-1 px-2">
        <Icon className="size-5" />
        {word}
      </span>
    </span>
  );
}
