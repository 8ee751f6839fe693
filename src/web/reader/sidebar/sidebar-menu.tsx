import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { menuClass, menuItemClass } from '#web/controls/menu.ts';
import { useFeedActions } from '#web/reader/feed-actions.ts';
import { NameDialog } from '#web/reader/name-dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Less frequent actions. */
export function SidebarMenu({ onHelp }: { onHelp(): void }) {
  const { feeds, names } = useStrings().reader;
  const { createFolder } = useFeedActions();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" aria-label={feeds.more} title={feeds.more} className="ms-auto px-2">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={menuClass}>
            <DropdownMenu.Item className={menuItemClass} onSelect={() => setNaming(true)}>
              {feeds.newFolder}
            </DropdownMenu.Item>
            <DropdownMenu.Item asChild className={menuItemClass}>
              <a href="/api/opml" download="precis.opml">
                {feeds.exportOpml}
              </a>
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menuItemClass} onSelect={onHelp}>
              {feeds.shortcuts}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
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
