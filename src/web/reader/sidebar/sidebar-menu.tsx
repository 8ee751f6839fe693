import { useState } from 'react';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { NameDialog } from '#web/controls/name-dialog.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Less frequent actions. */
export function SidebarMenu({ onHelp }: { onHelp(): void }) {
  const { feeds, names } = useStrings().reader;
  const { createFolder } = useFeedActions();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <MoreMenu label={feeds.more} className="ms-auto">
        <MenuItem onSelect={() => setNaming(true)}>{feeds.newFolder}</MenuItem>
        <MenuItem asChild>
          <a href="/api/opml" download="precis.opml">
            {feeds.exportOpml}
          </a>
        </MenuItem>
        <MenuItem onSelect={onHelp}>{feeds.shortcuts}</MenuItem>
      </MoreMenu>
      {naming ? (
        <NameDialog
          title={names.newFolder}
          maxLength={120}
          onSave={(name) => createFolder.mutateAsync(name)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}
