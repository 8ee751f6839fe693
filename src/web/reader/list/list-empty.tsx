import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import type { Place } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ListEmptyProps {
  place: Place;
  /** The place is a feed without entries. */
  isEmptyFeed: boolean;
  onShowAll(): void;
}

/** Empty list: says why, and what to do. */
export function ListEmpty({ place, isEmptyFeed, onShowAll }: ListEmptyProps) {
  const { list } = useStrings().reader;
  if (place.q !== undefined) {
    return <EmptyState title={list.emptySearch(place.q)} next={list.emptySearchNext} />;
  }
  if (place.view === 'starred') return <EmptyState title={list.emptyStarred} next={list.emptyStarredNext} />;
  if (place.view === 'saved') return <EmptyState title={list.emptySaved} next={list.emptySavedNext} />;
  if (isEmptyFeed) return <EmptyState title={list.emptyFeed} next={list.emptyFeedNext} />;
  if (place.view === 'all') return <EmptyState title={list.empty} next={list.emptyNext} />;
  return (
    <EmptyState title={list.emptyUnread} next={list.emptyUnreadNext}>
      <Button onClick={onShowAll}>{list.showAll}</Button>
    </EmptyState>
  );
}
