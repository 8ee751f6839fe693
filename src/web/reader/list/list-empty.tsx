import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import type { Place } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ListEmptyProps {
  place: Place;
  /** Its name. */
  title: string;
  /** The place is a feed without entries. */
  isEmptyFeed: boolean;
  onShowAll(): void;
}

/** Empty list: says why, and what to do. */
export function ListEmpty({ place, title, isEmptyFeed, onShowAll }: ListEmptyProps) {
  const { reader, tags } = useStrings();
  const { list } = reader;
  if (place.q !== undefined) {
    return <EmptyState title={list.emptySearch(place.q)} next={list.emptySearchNext} />;
  }
  if (place.view === 'starred') return <EmptyState title={list.emptyStarred} next={list.emptyStarredNext} />;
  if (place.view === 'saved') return <EmptyState title={list.emptySaved} next={list.emptySavedNext} />;
  if (isEmptyFeed) return <EmptyState title={list.emptyFeed} next={list.emptyFeedNext} />;
  if (place.view === 'all' && place.tag !== undefined) {
    return <EmptyState title={tags.emptyPlace(title)} next={tags.emptyPlaceNext} />;
  }
  if (place.view === 'all') return <EmptyState title={list.empty} next={list.emptyNext} />;
  return (
    <EmptyState title={list.emptyUnread} next={list.emptyUnreadNext}>
      <Button onClick={onShowAll}>{list.showAll}</Button>
    </EmptyState>
  );
}
