import { useNavigate } from '@tanstack/react-router';
import type { Feed } from '#schema/feed.ts';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { NameDialog } from '#web/reader/name-dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export type FeedQuestion = 'rename' | 'new-folder' | 'unsubscribe';

interface FeedDialogsProps {
  feed: Feed;
  question: FeedQuestion;
  onClose(): void;
}

export function FeedDialogs({ feed, question, onClose }: FeedDialogsProps) {
  const { names, feedMenu } = useStrings().reader;
  const { patchFeed, createFolder, removeFeed } = useFeedActions();
  const navigate = useNavigate();

  if (question === 'rename') {
    return (
      <NameDialog
        title={names.renameFeed}
        initial={feed.title}
        maxLength={300}
        onSave={(title) => patchFeed.mutateAsync({ id: feed.id, title })}
        onClose={onClose}
      />
    );
  }
  if (question === 'new-folder') {
    return (
      <NameDialog
        title={names.newFolder}
        maxLength={120}
        onSave={async (name) => {
          const folder = await createFolder.mutateAsync(name);
          await patchFeed.mutateAsync({ id: feed.id, folderId: folder.id });
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={feedMenu.unsubscribeSure(feed.title)}
      note={feedMenu.unsubscribeNote}
      yes={feedMenu.unsubscribeYes}
      onConfirm={async () => {
        // Leave the place before it is deleted.
        await navigate({ to: '/reader/$view/{-$entryId}', params: { view: 'unread', entryId: undefined } });
        await removeFeed.mutateAsync(feed.id);
      }}
      onClose={onClose}
    />
  );
}
