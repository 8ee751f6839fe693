import { ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Space, ThreadId } from '#schema/spaces/space.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { RowMenu, rowButtonClass } from '#web/controls/row-menu.tsx';
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

/** A Space and, if expanded, its threads. */
export function SpaceRow({ space, openId, onRemoved }: SpaceRowProps) {
  const { list } = useStrings().spaces;
  const { createThread, remove } = useSpaceActions();
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useKeptOpen(`precis.space-${space.id}`);

  return (
    <li>
      <div className="group flex h-8 items-center gap-0.5 rounded-md pe-1 hover:bg-sunken pointer-coarse:h-11">
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
        <RowMenu label={list.menu(space.name)}>
          {(button) => (
            <MoreMenu
              inRow={button}
              label={button.label}
              deletion={{
                label: list.delete,
                title: list.deleteSure(space.name),
                note: list.deleteNote,
                yes: list.deleteYes,
                async onConfirm() {
                  await remove.mutateAsync(space.id);
                  onRemoved();
                },
              }}
            >
              <MenuItem onSelect={() => setEditing(true)}>{list.edit}</MenuItem>
            </MoreMenu>
          )}
        </RowMenu>
      </div>
      {isOpen ? <SpaceThreads space={space} openId={openId} /> : null}
      {isEditing ? <SpaceDialog space={space} onClose={() => setEditing(false)} /> : null}
    </li>
  );
}
