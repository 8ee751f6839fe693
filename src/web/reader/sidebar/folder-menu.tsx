import { autoSummaryRules, type Folder } from '#schema/feed.ts';
import { autoTagRules } from '#schema/tags/tag.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import type { RowButton } from '#web/controls/row-menu.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ChoiceSubmenu } from './submenu.tsx';

interface FolderMenuProps {
  button: RowButton;
  folder: Folder;
  onRename(): void;
  onTag(): void;
}

export function FolderMenu({ button, folder, onRename, onTag }: FolderMenuProps) {
  const { reader, tags } = useStrings();
  const { feedMenu } = reader;
  const { patchFolder, removeFolder } = useFeedActions();
  return (
    <MoreMenu
      inRow={button}
      label={button.label}
      deletion={{
        label: feedMenu.deleteFolder,
        title: feedMenu.deleteFolderSure(folder.name),
        note: feedMenu.deleteFolderNote,
        yes: feedMenu.deleteFolderYes,
        onConfirm: () => removeFolder.mutateAsync(folder.id),
      }}
    >
      <MenuItem onSelect={onRename}>{feedMenu.rename}</MenuItem>
      <ChoiceSubmenu
        label={feedMenu.autoSummary}
        value={folder.autoSummary}
        options={autoSummaryRules}
        labels={feedMenu.folderRules}
        onChoose={(autoSummary) => patchFolder.mutate({ id: folder.id, autoSummary })}
      />
      <ChoiceSubmenu
        label={tags.auto}
        value={folder.autoTag}
        options={autoTagRules}
        labels={tags.autoRules}
        onChoose={(autoTag) => patchFolder.mutate({ id: folder.id, autoTag })}
      />
      <MenuItem onSelect={onTag}>{tags.batch.menu}</MenuItem>
    </MoreMenu>
  );
}
