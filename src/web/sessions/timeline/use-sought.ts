import { type RefObject, useEffect, useRef } from 'react';
import { recordRef } from '#web/sessions/record-ref.ts';
import type { useTimeline } from './use-timeline.ts';

interface Seeking {
  timeline: Pick<
    ReturnType<typeof useTimeline>,
    'shown' | 'hasMore' | 'isLoadingMore' | 'moreError' | 'loadMore'
  >;
  paneRef: RefObject<HTMLElement | null>;
  sought: string | null;
}

/** Loads older records until the target is found, then scrolls to it, once. */
export function useSought({ timeline, paneRef, sought }: Seeking): void {
  const { shown, hasMore, isLoadingMore, moreError, loadMore } = timeline;
  const found = useRef<string | null>(null);
  useEffect(() => {
    if (sought === null || shown === null || found.current === sought) return;
    const isThere = shown.some((record) => recordRef(record) === sought);
    if (!isThere) {
      if (hasMore && !isLoadingMore && moreError === null) void loadMore();
      return;
    }
    found.current = sought;
    const element = paneRef.current?.querySelector(`[data-ref="${sought}"]`);
    element?.scrollIntoView({ block: 'center' });
    element?.setAttribute('data-sought', '');
  }, [sought, shown, hasMore, isLoadingMore, moreError, loadMore, paneRef]);
}
