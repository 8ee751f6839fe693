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
    isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
    refetch(): unknown;
  };
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

/** What every list may be: on its way, failed, empty, or there with more to come. */
export function ListFrame({ list, isEmpty, empty, children }: ListFrameProps) {
  const { runs, problem } = useStrings();
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
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {runs.showMore}
          </Button>
        </div>
      ) : null}
    </>
  );
}
