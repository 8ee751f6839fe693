import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Space, Thread, ThreadId } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { RowMenu, rowButtonClass } from '#web/controls/row-menu.tsx';
import { useKeptOpen } from '#web/kept-state.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { SpaceDialog } from './space-dialog.tsx';
import { useSpaceActions, useThreads } from './spaces-queries.ts';

interface SpaceRowProps {
  space: Space;
  openId: ThreadId | null;
  onRemoved(): void;
}

/** A Space, with its threads if expanded. */
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

interface SpaceThreadsProps {
  space: Space;
  openId: ThreadId | null;
}

function SpaceThreads({ space, openId }: SpaceThreadsProps) {
  const { list: words } = useStrings().spaces;
  const list = useThreads(space.id);
  const { createThread } = useSpaceActions();
  const empty = (
    <p className="flex flex-wrap items-center gap-x-1 ps-8 text-muted">
      {words.noThreads}
      <Button
        look="quiet"
        disabled={createThread.isPending}
        onClick={() => createThread.mutate(space.id)}
        className="px-2 text-accent"
      >
        {words.newThread}
      </Button>
    </p>
  );
  return (
    <LoadedList of={list} empty={empty} className="py-1.5 ps-8" moreClass="ps-6">
      {(threads) => (
        <ul aria-label={space.name} className="mt-px space-y-px">
          {threads.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} isCurrent={thread.id === openId} />
          ))}
        </ul>
      )}
    </LoadedList>
  );
}

interface ThreadRowProps {
  thread: Thread;
  isCurrent: boolean;
}

function ThreadRow({ thread, isCurrent }: ThreadRowProps) {
  const { list } = useStrings().spaces;
  const formats = useFormats();
  const title = thread.title ?? list.untitled;
  return (
    <li>
      <Link
        to="/spaces/thread/$threadId"
        params={{ threadId: thread.id }}
        search={{}}
        preload={false}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        className={`flex h-8 items-center gap-2 rounded-md ps-8 pe-2 -outline-offset-2 pointer-coarse:h-11 ${
          isCurrent ? 'bg-accent-wash font-medium text-accent' : 'hover:bg-sunken'
        }`}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className={`numeric text-xs font-normal ${isCurrent ? '' : 'text-muted'}`}>
          {formats.age(thread.updatedAt)}
        </span>
      </Link>
    </li>
  );
}
