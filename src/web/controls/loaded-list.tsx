import type { ReactNode } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button } from './button.tsx';
import { LoadError, Loaded } from './loaded.tsx';

interface LoadedListProps<T> {
  of: {
    data: { pages: readonly { items: readonly T[] }[] } | undefined;
    error: Error | null;
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
    refetch(options?: { cancelRefetch: boolean }): Promise<unknown>;
  };
  empty: ReactNode;
  /** The space around the skeleton and the error. */
  className?: string;
  /** The place of the button that loads the next page. */
  moreClass?: string;
  children(items: readonly T[]): ReactNode;
}

/** Shows a list that loads page by page: loading, failed, empty, or loaded with more to come. */
export function LoadedList<T>({ of, empty, className = '', moreClass = '', children }: LoadedListProps<T>) {
  const { showMore } = useStrings();

  async function loadMore(): Promise<void> {
    // Fetching the next page would cancel a refetch in progress, and its updates would be lost.
    if (of.isFetching) await of.refetch({ cancelRefetch: false });
    await of.fetchNextPage();
  }

  return (
    <Loaded of={of} shape="rows" className={className}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        return (
          <>
            <LoadError of={of} className={className} />
            {items.length > 0 ? children(items) : of.error === null ? empty : null}
            {of.hasNextPage ? (
              <div className={moreClass}>
                <Button
                  look="quiet"
                  disabled={of.isFetchingNextPage}
                  onClick={() => void loadMore()}
                  className="px-2 font-normal text-muted"
                >
                  {showMore}
                </Button>
              </div>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}
