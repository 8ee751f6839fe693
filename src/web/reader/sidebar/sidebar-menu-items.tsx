import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import type { RowButton } from '#web/controls/row-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface SidebarMenuItemsProps {
  button: RowButton;
  onNewFolder(): void;
  onHelp(): void;
}

export function SidebarMenuItems({ button, onNewFolder, onHelp }: SidebarMenuItemsProps) {
  const { feeds } = useStrings().reader;
  return (
    <MoreMenu inRow={button} label={button.label}>
      <MenuItem onSelect={onNewFolder}>{feeds.newFolder}</MenuItem>
      <MenuItem asChild>
        <a href="/api/opml" download="precis.opml">
          {feeds.exportOpml}
        </a>
      </MenuItem>
      <MenuItem onSelect={onHelp}>{feeds.shortcuts}</MenuItem>
    </MoreMenu>
  );
}
