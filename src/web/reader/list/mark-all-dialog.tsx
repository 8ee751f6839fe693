import type { EntryHead } from '#schema/entry.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { useMarkAllRead } from '#web/reader/entry-actions.ts';
import type { Place } from '#web/reader/place.ts';
import { placeName } from '#web/reader/place-name.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

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
  // Starred, saved and found entries are read one by one; only a feed, a folder or everything is marked at once.
  const scope: Place = {
    view: 'all',
    ...(place.feed === undefined ? {} : { feed: place.feed }),
    ...(place.folder === undefined ? {} : { folder: place.folder }),
  };
  return (
    <ConfirmDialog
      title={list.markAllSure(placeName(scope, subscriptions, strings))}
      yes={list.markAllYes}
      isHarmless
      onConfirm={() =>
        markAllRead.mutateAsync({
          before: newest?.publishedAt ?? Date.now(),
          ...(scope.feed === undefined ? {} : { feedId: scope.feed }),
          ...(scope.folder === undefined ? {} : { folderId: scope.folder }),
        })
      }
      onClose={onClose}
    />
  );
}
