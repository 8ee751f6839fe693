import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useThreadEdits } from './use-thread.ts';

interface ThreadMenuProps {
  thread: Thread;
  onRename(): void;
  onError(error: unknown): void;
}

export function ThreadMenu({ thread, onRename, onError }: ThreadMenuProps) {
  const { thread: words, list } = useStrings().spaces;
  const client = useClient();
  const { remove } = useThreadEdits(thread.id);
  const [isDeleting, setDeleting] = useState(false);
  /** The focus moves to the title, not back to the button. */
  const isRenaming = useRef(false);
  const title = thread.title ?? list.untitled;

  async function exportAs(extension: 'md' | 'json'): Promise<void> {
    try {
      const text =
        extension === 'md'
          ? await client.threads.exportMarkdown(thread.id)
          : JSON.stringify(await client.threads.exportJson(thread.id), null, 2);
      const type = extension === 'md' ? 'text/markdown' : 'application/json';
      downloadText({ name: fileNameOf(title, extension), type, text });
    } catch (error) {
      onError(error);
    }
  }

  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" aria-label={words.menu} title={words.menu} className="px-2">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            collisionPadding={8}
            className={menuClass}
            onCloseAutoFocus={(event) => {
              if (!isRenaming.current) return;
              isRenaming.current = false;
              event.preventDefault();
              onRename();
            }}
          >
            <DropdownMenu.Item
              className={menuItemClass}
              onSelect={() => {
                isRenaming.current = true;
              }}
            >
              {words.rename}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menuItemClass} onSelect={() => void exportAs('md')}>
              {words.exportMarkdown}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menuItemClass} onSelect={() => void exportAs('json')}>
              {words.exportJson}
            </DropdownMenu.Item>
            <DropdownMenu.Separator className={menuSeparatorClass} />
            <DropdownMenu.Item className={`${menuItemClass} text-danger`} onSelect={() => setDeleting(true)}>
              {words.delete}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isDeleting ? (
        <ConfirmDialog
          title={words.deleteSure(title)}
          note={words.deleteNote}
          yes={words.deleteYes}
          onConfirm={() => remove.mutateAsync()}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}
