import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import type { Feed, FeedId, Folder } from '#schema/feed.ts';
import { RowMenu } from '#web/controls/row-menu.tsx';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import type { EntryView } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { FeedRow } from './feed-row.tsx';
import { FolderMenu, NameDialog } from './lazy-menus.ts';
import { SidebarRow } from './sidebar-row.tsx';

interface FolderRowProps {
  folder: Folder;
  folders: readonly Folder[];
  feeds: readonly Feed[];
  isCurrent: boolean;
  currentFeed: FeedId | undefined;
  view: EntryView;
  onRefresh(feedId: FeedId): void;
}

export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { folder, folders, feeds, isCurrent, currentFeed, view, onRefresh } = props;
  const { reader, tags } = useStrings();
  const { feeds: words, names } = reader;
  const { patchFolder } = useFeedActions();
  const [isOpen, setOpen] = useKeptOpen(`precis.folder-${folder.id}`);
  const [isNaming, setNaming] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const label = isOpen ? words.close(folder.name) : words.open(folder.name);

  return (
    <SidebarRow
      to={{ view, folder: folder.id }}
      isCurrent={isCurrent}
      label={folder.name}
      count={feeds.reduce((sum, { unread }) => sum + unread, 0)}
      lead={
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
          className="relative z-10 -ms-1 flex size-5 items-center pointer-coarse:-ms-2 pointer-coarse:size-11 justify-center rounded text-muted hover:bg-line"
        >
          <ChevronRight aria-hidden className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      }
      menu={
        <RowMenu label={words.menu(folder.name)} className="absolute end-1 z-10">
          {(button) => (
            <FolderMenu
              button={button}
              folder={folder}
              onRename={() => setNaming(true)}
              onTag={() => setTagging(true)}
            />
          )}
        </RowMenu>
      }
    >
      {isOpen && feeds.length > 0 ? (
        <ul className="mt-px space-y-px">
          {feeds.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              folders={folders}
              isCurrent={currentFeed === feed.id}
              isIndented
              view={view}
              onRefresh={onRefresh}
            />
          ))}
        </ul>
      ) : null}
      {isNaming ? (
        <NameDialog
          title={names.renameFolder}
          initial={folder.name}
          maxLength={120}
          onSave={(name) => patchFolder.mutateAsync({ id: folder.id, name })}
          onClose={() => setNaming(false)}
        />
      ) : null}
      {isTagging ? (
        <TaggingDialog
          selection={{ folderId: folder.id }}
          of={tags.batch.of(folder.name)}
          onClose={() => setTagging(false)}
        />
      ) : null}
    </SidebarRow>
  );
});
