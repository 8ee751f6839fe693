import type { EntryHead } from '#schema/entry.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import type { Tag } from '#schema/tags/tag-wire.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { parseTagSearch } from '#text/tags/tag-search.ts';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { useMarkAllRead } from '#web/reader/entry-actions.ts';
import type { Place } from '#web/reader/place.ts';
import { placeName } from '#web/reader/place-name.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagLibrary } from '#web/tags/use-tag-library.ts';

interface MarkAllDialogProps {
  place: Place;
  subscriptions: Subscriptions;
  /** The newest entry the user could have seen. */
  newest: EntryHead | null;
  onClose(): void;
}

export function MarkAllDialog({ place, subscriptions, newest, onClose }: MarkAllDialogProps) {
  const strings = useStrings();
  const { list } = strings.reader;
  const markAllRead = useMarkAllRead();
  const { data: library } = useTagLibrary();
  // Without the library, a tag that filters the list could not be told from none.
  if (library === undefined) return null;
  const tags = shownTags(place, library);
  // Starred, saved and found entries are read one by one; only a feed, a folder, tags or everything are marked at once.
  const scope: Place = {
    view: 'all',
    ...(place.feed === undefined ? {} : { feed: place.feed }),
    ...(place.folder === undefined ? {} : { folder: place.folder }),
  };
  const name =
    tags.length === 0
      ? placeName(scope, subscriptions, strings)
      : tags.map((tag) => `#${tag.name}`).join(strings.separator);
  return (
    <ConfirmDialog
      title={list.markAllSure(name)}
      yes={list.markAllYes}
      isHarmless
      onConfirm={() =>
        markAllRead.mutateAsync({
          before: newest?.publishedAt ?? Date.now(),
          ...(scope.feed === undefined ? {} : { feedId: scope.feed }),
          ...(scope.folder === undefined ? {} : { folderId: scope.folder }),
          ...(tags.length === 0 ? {} : { tagIds: tags.map(({ id }) => id) }),
        })
      }
      onClose={onClose}
    />
  );
}

/** The tags that the list is filtered by: from the sidebar, or by a search for nothing else. */
function shownTags({ tag, q = '' }: Place, library: readonly Tag[]): Tag[] {
  const { tags: keys, text } = parseTagSearch(q);
  const isFound = (known: Tag) =>
    text === '' && [known.name, ...known.synonyms].some((name) => keys.includes(tagKey(name)));
  return library.filter((known) => known.id === tag || isFound(known));
}
