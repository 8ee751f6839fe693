import { ChevronRight, Ellipsis, Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { Space, ThreadId } from '#schema/spaces/space.ts';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import { useSpaceActions } from '#web/spaces/space-actions.ts';
import { SpaceDialog } from '#web/spaces/space-dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SpaceThreads } from './space-threads.tsx';

interface SpaceRowProps {
  space: Space;
  openId: ThreadId | null;
  onRemoved(): void;
}

const rowButtonClass =
  'flex size-6 shrink-0 items-center justify-center rounded text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-line hover:text-ink data-[state=open]:opacity-100 pointer-coarse:size-8 pointer-coarse:opacity-100';

/** A Space and, if expanded, its threads. */
export function SpaceRow({ space, openId, onRemoved }: SpaceRowProps) {
  const { list } = useStrings().spaces;
  const { createThread, remove } = useSpaceActions();
  const [question, setQuestion] = useState<'edit' | 'delete' | null>(null);
  const [isOpen, setOpen] = useKeptOpen(`precis.space-${space.id}`);

  return (
    <li>
      <div className="group flex h-8 items-center gap-0.5 rounded-md pe-1 hover:bg-sunken pointer-coarse:h-10">
        <button
          type="button"
          aria-expanded={isOpen}
          title={isOpen ? list.close(space.name) : list.open(space.name)}
          onClick={() => setOpen(!isOpen)}
          className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-md ps-2 text-start font-medium -outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 flex-1 truncate">{space.name}</span>
        </button>
        <button
          type="button"
          aria-label={list.newThreadIn(space.name)}
          title={list.newThreadIn(space.name)}
          disabled={createThread.isPending}
          onClick={() => {
            setOpen(true);
            createThread.mutate(space.id);
          }}
          className={rowButtonClass}
        >
          <Plus aria-hidden className="size-4" />
        </button>
        <SpaceMenu space={space} onAsk={setQuestion} />
      </div>
      {isOpen ? <SpaceThreads space={space} openId={openId} /> : null}
      {question === 'edit' ? <SpaceDialog space={space} onClose={() => setQuestion(null)} /> : null}
      {question === 'delete' ? (
        <ConfirmDialog
          title={list.deleteSure(space.name)}
          note={list.deleteNote}
          yes={list.deleteYes}
          onConfirm={async () => {
            await remove.mutateAsync(space.id);
            onRemoved();
          }}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </li>
  );
}

interface SpaceMenuProps {
  space: Space;
  onAsk(question: 'edit' | 'delete'): void;
}

function SpaceMenu({ space, onAsk }: SpaceMenuProps) {
  const { list } = useStrings().spaces;
  const label = list.menu(space.name);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger aria-label={label} title={label} className={rowButtonClass}>
        <Ellipsis aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} collisionPadding={8} className={menuClass}>
          <DropdownMenu.Item className={menuItemClass} onSelect={() => onAsk('edit')}>
            {list.edit}
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={menuSeparatorClass} />
          <DropdownMenu.Item className={`${menuItemClass} text-danger`} onSelect={() => onAsk('delete')}>
            {list.delete}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
