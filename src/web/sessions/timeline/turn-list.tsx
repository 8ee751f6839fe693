import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordKind } from '#schema/sessions/session.ts';
import { Button } from '#web/controls/button.tsx';
import { groupDays } from '#web/controls/days.ts';
import { ConfirmDialog } from '#web/controls/dialog.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useSessionActions } from '#web/sessions/sessions-queries.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { TurnView } from './turn-view.tsx';
import { groupSpans, groupTurns, type SessionSpan, type useTimeline } from './use-timeline.ts';

interface TurnListProps {
  timeline: ReturnType<typeof useTimeline>;
  /** Renders a heading with the session of the turns that follow; omitted if only one session is shown. */
  renderSpan?(span: SessionSpan): ReactNode;
  sought: string | null;
  empty: ReactNode;
}

/** Lists turns by day, newest first. Older ones load as the user nears the end. */
export function TurnList({ timeline, renderSpan, sought, empty }: TurnListProps) {
  const { sessions, problem } = useStrings();
  const { timeline: words, record: recordWords } = sessions;
  const formats = useFormats();
  const { removeRecord } = useSessionActions();
  const [deleting, setDeleting] = useState<{ kind: RecordKind; id: number } | null>(null);
  const { query, shown, hasMore, isLoadingMore, moreError, loadMore } = timeline;
  const days = useMemo(() => groupDays(groupTurns(shown ?? []), ({ at }) => at), [shown]);

  if (shown !== null && days.length === 0 && !hasMore) return empty;
  return (
    <Loaded of={query} shape="turns" className="py-6">
      {() => (
        <>
          {days.map(({ day, at, items }) => (
            <section key={day} aria-label={formats.day(at)}>
              <h2 className="sticky top-0 z-10 -mx-4 border-b border-line bg-surface/95 px-4 py-1.5 text-[0.8125rem] font-semibold lg:-mx-6 lg:px-6">
                {formats.day(at)}
              </h2>
              {groupSpans(items).flatMap((span) =>
                span.turns.map((turn, index) => (
                  // A turn keeps its state when its session gets another heading.
                  <Fragment key={turn.key}>
                    {index === 0 ? renderSpan?.(span) : null}
                    <TurnView turn={turn} sought={sought} onDelete={setDeleting} />
                  </Fragment>
                )),
              )}
            </section>
          ))}
          <ErrorNotice error={moreError} tone="caution" note={words.moreFailed}>
            <Button onClick={() => void loadMore()}>{problem.retry}</Button>
          </ErrorNotice>
          {hasMore && moreError === null ? (
            // If the end is still visible after loading more, only a new observer reports it, so the key changes.
            <End key={shown?.length} isLoading={isLoadingMore} onReached={() => void loadMore()} />
          ) : null}
          {deleting === null ? null : (
            <ConfirmDialog
              title={recordWords.deleteSure[deleting.kind]}
              note={recordWords.deleteNote}
              yes={recordWords.deleteYes}
              onConfirm={() => removeRecord.mutateAsync(deleting)}
              onClose={() => setDeleting(null)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

interface EndProps {
  isLoading: boolean;
  onReached(): void;
}

function End({ isLoading, onReached }: EndProps) {
  const { loading, showMore } = useStrings();
  const ref = useRef<HTMLDivElement>(null);
  useNearness(ref, { isPaused: isLoading, onNear: onReached });
  return (
    <div ref={ref} className="flex h-12 items-center justify-center">
      <Button look="quiet" disabled={isLoading} onClick={onReached} className="font-normal text-muted">
        {isLoading ? loading : showMore}
      </Button>
    </div>
  );
}

/** Older turns load this far ahead, so that the user does not reach the end. */
const ahead = '800px 0px';

/** Observes again after each pause, because the end may still be near and no change would be reported. */
function useNearness(
  ref: RefObject<HTMLElement | null>,
  { isPaused, onNear }: { isPaused: boolean; onNear(): void },
): void {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null || isPaused) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { root: element.closest('[data-scroller]'), rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isPaused]);
}
