import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import type { Place } from '#web/reader/place.ts';
import { isTagGone } from '#web/reader/place-name.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { findUnknownTag } from '#web/tags/find-unknown-tag.ts';
import { useTagLibrary } from '#web/tags/use-tag-library.ts';

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
  const { data: library } = useTagLibrary();
  if (isTagGone(place, library)) {
    return (
      <EmptyState title={tags.gone} next={tags.goneNext}>
        <div className="flex flex-wrap justify-center gap-2">
          <Link
            to="/reader/$view/{-$entryId}"
            params={{ view: 'all', entryId: undefined }}
            search={{}}
            className={buttonClass('plain')}
          >
            {list.showAll}
          </Link>
          <Link
            to="/settings/$section"
            params={{ section: 'tags' }}
            search={{}}
            className={buttonClass('quiet')}
          >
            {tags.all}
          </Link>
        </div>
      </EmptyState>
    );
  }
  const unknown = findUnknownTag(place.q ?? '', library);
  if (unknown !== null) return <EmptyState title={tags.unknown(unknown)} next={tags.unknownNext} />;
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
