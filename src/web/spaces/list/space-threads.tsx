import { toAppError } from '#schema/app-error.ts';
import type { Space, ThreadId } from '#schema/spaces/space.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useSpaceActions } from '#web/spaces/space-actions.ts';
import { useThreads } from '#web/spaces/use-spaces.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ThreadRow } from './thread-row.tsx';

interface SpaceThreadsProps {
  space: Space;
  openId: ThreadId | null;
}

export function SpaceThreads({ space, openId }: SpaceThreadsProps) {
  const { spaces, problem } = useStrings();
  const list = useThreads(space.id);
  const { createThread } = useSpaceActions();
  const threads = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.error !== null && threads.length === 0) {
    return (
      <ProblemNotice problem={toAppError(list.error)}>
        <Button onClick={() => void list.refetch()}>{problem.retry}</Button>
      </ProblemNotice>
    );
  }
  if (list.isPending) return <p className="appear-late py-1.5 ps-8 text-muted">{spaces.loading}</p>;
  if (threads.length === 0) {
    return (
      <p className="flex flex-wrap items-center gap-x-1 ps-8 text-muted">
        {spaces.list.noThreads}
        <Button
          look="quiet"
          disabled={createThread.isPending}
          onClick={() => createThread.mutate(space.id)}
          className="px-2 text-accent"
        >
          {spaces.list.newThread}
        </Button>
      </p>
    );
  }
  return (
    <>
      <ul aria-label={space.name} className="mt-px space-y-px">
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} isCurrent={thread.id === openId} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          look="quiet"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="ms-6 px-2 font-normal text-muted"
        >
          {spaces.list.more}
        </Button>
      ) : null}
    </>
  );
}
