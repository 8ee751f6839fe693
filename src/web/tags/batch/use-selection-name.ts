import type { EntrySelection } from '#schema/tag-wire.ts';
import { useSubscriptions } from '#web/reader/reader-queries.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useTagLibrary } from '#web/tags/tag-queries.ts';

/** Describes which entries a batch covers. Feeds, folders and tags deleted since then have no name. */
export function useSelectionName(): (selection: EntrySelection) => string {
  const { reader, tags, separator } = useStrings();
  const { selected } = tags.batch;
  const { data: subscriptions } = useSubscriptions();
  const { data: library } = useTagLibrary();
  return ({ entryIds, feedId, folderId, tagId, view, query }) => {
    const feed = subscriptions?.feeds.find(({ id }) => id === feedId);
    const folder = subscriptions?.folders.find(({ id }) => id === folderId);
    const tag = library?.find(({ id }) => id === tagId);
    const isPlaced = feedId !== undefined || folderId !== undefined || tagId !== undefined;
    return [
      ...(entryIds === undefined ? [] : [selected.entries(entryIds.length)]),
      ...(feedId === undefined ? [] : [feed?.title ?? selected.goneFeed]),
      ...(folderId === undefined ? [] : [folder?.name ?? selected.goneFolder]),
      ...(tagId === undefined ? [] : [tag === undefined ? selected.goneTag : `#${tag.name}`]),
      // "All" is left out if a feed, folder, tag or search already describes the selection.
      ...(view === undefined || (view === 'all' && (isPlaced || query !== undefined))
        ? []
        : [reader.feeds[view]]),
      ...(query === undefined ? [] : [selected.search(query)]),
    ].join(separator);
  };
}
