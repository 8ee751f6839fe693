import type { Feed } from '#schema/feed.ts';
import { NameDialog } from '#web/controls/name-dialog.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';

export type FeedQuestion = 'rename' | 'new-folder' | 'tag';

interface FeedDialogsProps {
  feed: Feed;
  question: FeedQuestion;
  onClose(): void;
}

export function FeedDialogs({ feed, question, onClose }: FeedDialogsProps) {
  const { reader, tags } = useStrings();
  const { names } = reader;
  const { batch } = tags;
  const { patchFeed, createFolder } = useFeedActions();

  if (question === 'tag') {
    return <TaggingDialog selection={{ feedId: feed.id }} of={batch.of(feed.title)} onClose={onClose} />;
  }
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
