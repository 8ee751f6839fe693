import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import type { Place } from '#web/reader/place.ts';
import type { FoundPlace } from '#web/reader/use-entry-list.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { EntryRow, rowPx } from './entry-row.tsx';
import { useKeptAnchor } from './use-kept-anchor.ts';
import type { TranslatedTitlesShown } from './use-titles.ts';

interface EntryListProps {
  items: readonly EntryHead[];
  foundIn: ReadonlyMap<EntryId, FoundPlace>;
  titles: TranslatedTitlesShown;
  place: Place;
  openId: EntryId | null;
  hasMore: boolean;
  onMore(): void;
  /** With arrow keys inside the list. */
  onStep(by: 1 | -1): void;
  /** Enter on the open entry moves into the article. */
  onEnter(): void;
  paneRef: RefObject<HTMLDivElement | null>;
}

/** More is loaded this many rows before the end. */
const aheadRows = 60;

/** Renders only visible rows, whatever the length of the list. */
export function EntryList(props: EntryListProps) {
  const { items, foundIn, titles, place, openId, hasMore, onMore, onStep, onEnter, paneRef } = props;
  const { list } = useStrings().reader;
  const openIndex = items.findIndex(({ id }) => id === openId);
  // This file is not memoized by a compiler, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => paneRef.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useKeptAnchor(paneRef, items);

  useEffect(() => {
    if (hasMore && lastIndex > items.length - aheadRows) onMore();
  }, [hasMore, lastIndex, items.length, onMore]);

  const shownId = useRef<EntryId | null>(null);
  useEffect(() => {
    if (openIndex === -1 || shownId.current === openId) return;
    shownId.current = openId;
    virtual.scrollToIndex(openIndex, { align: 'auto' });
    const pane = paneRef.current;
    // The focus follows the open entry while it is in the list.
    if (pane?.contains(document.activeElement) === true && document.activeElement !== pane) {
      requestAnimationFrame(() => pane.querySelector<HTMLElement>(`[data-entry="${openId}"]`)?.focus());
    }
  }, [openIndex, openId, virtual, paneRef]);

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
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain contain-strict"
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const head = items[row.index];
          if (head === undefined) return null;
          return (
            <div
              key={row.key}
              role="listitem"
              aria-posinset={row.index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              className="absolute inset-x-0 top-0"
              style={{ height: rowPx, transform: `translateY(${row.start}px)` }}
            >
              <EntryRow
                head={head}
                foundIn={foundIn.get(head.id)}
                translated={titles.byId.get(head.id)}
                language={titles.language}
                place={place}
                isCurrent={head.id === openId}
                isTabStop={openIndex === -1 ? row.index === (rows[0]?.index ?? 0) : row.index === openIndex}
                replace={openId !== null}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
