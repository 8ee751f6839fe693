import type { Space, ThreadId } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { useSpaceActions } from '#web/spaces/space-actions.ts';
import { useThreads } from '#web/spaces/use-spaces.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ThreadRow } from './thread-row.tsx';

interface SpaceThreadsProps {
  space: Space;
  openId: ThreadId | null;
}

export function SpaceThreads({ space, openId }: SpaceThreadsProps) {
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
