import { ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { Feed, FeedId, Folder } from '#schema/feed.ts';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { NameDialog } from '#web/reader/name-dialog.tsx';
import type { EntryView, Place } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MenuTrigger, RuleSubmenu } from './feed-menu.tsx';
import { FeedRow } from './feed-row.tsx';
import { SidebarRow } from './sidebar-row.tsx';

interface FolderRowProps {
  folder: Folder;
  folders: readonly Folder[];
  feeds: readonly Feed[];
  place: Place;
  view: EntryView;
  onRefresh(feedId: FeedId): void;
}

export function FolderRow({ folder, folders, feeds, place, view, onRefresh }: FolderRowProps) {
  const { feeds: words } = useStrings().reader;
  const [isOpen, setOpen] = useKeptOpen(`precis.folder-${folder.id}`);
  const [question, setQuestion] = useState<'rename' | 'delete' | null>(null);
  const label = isOpen ? words.close(folder.name) : words.open(folder.name);

  return (
    <SidebarRow
      to={{ view, folder: folder.id }}
      isCurrent={place.folder === folder.id}
      label={folder.name}
      count={feeds.reduce((sum, { unread }) => sum + unread, 0)}
      lead={
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
          className="relative z-10 -ms-1 flex size-5 items-center justify-center rounded text-muted hover:bg-line"
        >
          <ChevronRight aria-hidden className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      }
      menu={<FolderMenu folder={folder} onAsk={setQuestion} />}
    >
      {isOpen && feeds.length > 0 ? (
        <ul className="mt-px space-y-px">
          {feeds.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              folders={folders}
              isCurrent={place.feed === feed.id}
              isIndented
              view={view}
              onRefresh={onRefresh}
            />
          ))}
        </ul>
      ) : null}
      <FolderDialogs folder={folder} question={question} onClose={() => setQuestion(null)} />
    </SidebarRow>
  );
}

interface FolderMenuProps {
  folder: Folder;
  onAsk(question: 'rename' | 'delete'): void;
}

function FolderMenu({ folder, onAsk }: FolderMenuProps) {
  const { feeds, feedMenu } = useStrings().reader;
  const { patchFolder } = useFeedActions();
  return (
    <DropdownMenu.Root>
      <MenuTrigger label={feeds.menu(folder.name)} />
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} collisionPadding={8} className={menuClass}>
          <DropdownMenu.Item className={menuItemClass} onSelect={() => onAsk('rename')}>
            {feedMenu.rename}
          </DropdownMenu.Item>
          <RuleSubmenu
            rule={folder.autoSummary}
            labels={feedMenu.folderRules}
            onChoose={(autoSummary) => patchFolder.mutate({ id: folder.id, autoSummary })}
          />
          <DropdownMenu.Separator className={menuSeparatorClass} />
          <DropdownMenu.Item className={`${menuItemClass} text-danger`} onSelect={() => onAsk('delete')}>
            {feedMenu.deleteFolder}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface FolderDialogsProps {
  folder: Folder;
  question: 'rename' | 'delete' | null;
  onClose(): void;
}

function FolderDialogs({ folder, question, onClose }: FolderDialogsProps) {
  const { names, feedMenu } = useStrings().reader;
  const { patchFolder, removeFolder } = useFeedActions();
  if (question === null) return null;
  if (question === 'rename') {
    return (
      <NameDialog
        title={names.renameFolder}
        initial={folder.name}
        maxLength={120}
        onSave={(name) => patchFolder.mutateAsync({ id: folder.id, name })}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={feedMenu.deleteFolderSure(folder.name)}
      note={feedMenu.deleteFolderNote}
      yes={feedMenu.deleteFolderYes}
      onConfirm={() => removeFolder.mutateAsync(folder.id)}
      onClose={onClose}
    />
  );
}
