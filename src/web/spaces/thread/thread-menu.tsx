import { useRef } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
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
    <MoreMenu
      label={words.menu}
      onCloseAutoFocus={(event) => {
        if (!isRenaming.current) return;
        isRenaming.current = false;
        event.preventDefault();
        onRename();
      }}
      deletion={{
        label: words.delete,
        title: words.deleteSure(title),
        note: words.deleteNote,
        yes: words.deleteYes,
        onConfirm: () => remove.mutateAsync(),
      }}
    >
      <MenuItem
        onSelect={() => {
          isRenaming.current = true;
        }}
      >
        {words.rename}
      </MenuItem>
      <MenuItem onSelect={() => void exportAs('md')}>{words.exportMarkdown}</MenuItem>
      <MenuItem onSelect={() => void exportAs('json')}>{words.exportJson}</MenuItem>
    </MoreMenu>
  );
}
