import { useState } from 'react';
import { RowMenu } from '#web/controls/row-menu.tsx';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { NameDialog, SidebarMenuItems } from './lazy-menus.ts';

/** Less frequent actions. */
export function SidebarMenu({ onHelp }: { onHelp(): void }) {
  const { feeds, names } = useStrings().reader;
  const { createFolder } = useFeedActions();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <RowMenu isInToolbar label={feeds.more} className="ms-auto">
        {(button) => <SidebarMenuItems button={button} onNewFolder={() => setNaming(true)} onHelp={onHelp} />}
      </RowMenu>
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
