import type { ReactNode } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ListFrameProps {
  list: {
    isPending: boolean;
    error: Error | null;
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
    refetch(options?: { cancelRefetch: boolean }): Promise<unknown>;
  };
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

/** The states of a list: loading, failed, empty, or loaded with more to come. */
export function ListFrame({ list, isEmpty, empty, children }: ListFrameProps) {
  const { runs, problem } = useStrings();

  async function showMore(): Promise<void> {
    // Fetching the next page would cancel a refetch in progress, and its updates would be lost.
    if (list.isFetching) await list.refetch({ cancelRefetch: false });
    await list.fetchNextPage();
  }

  if (list.isPending) return <p className="appear-late px-4 py-8 text-muted lg:px-6">{runs.loading}</p>;
  return (
    <>
      {list.error === null ? null : (
        <div className="px-4 py-4 lg:px-6">
          <ProblemNotice problem={toAppError(list.error)}>
            <Button onClick={() => void list.refetch()}>{problem.retry}</Button>
          </ProblemNotice>
        </div>
      )}
      {!isEmpty ? children : list.error === null ? empty : null}
      {list.hasNextPage ? (
        <div className="flex justify-center py-5">
          <Button disabled={list.isFetchingNextPage} onClick={() => void showMore()}>
            {runs.showMore}
          </Button>
        </div>
      ) : null}
    </>
  );
}
