import { ArrowDown } from 'lucide-react';
import { Fragment, type RefObject, useRef } from 'react';
import type { ConversationView } from '#schema/conversations/conversations-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Boundary } from '#web/controls/layout/boundary.tsx';
import { scrollable } from '#web/controls/layout/scrollable.ts';
import { useThreadScroll } from '#web/controls/layout/use-thread-scroll.ts';
import { LoadError } from '#web/controls/loaded.tsx';
import { Skeleton } from '#web/controls/skeleton.tsx';
import type { useTurns } from '#web/conversations/use-conversations.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TurnView } from './turn-view.tsx';
import type { OpenedReply } from './use-reveal-turn.ts';

interface TurnsPaneProps {
  view: ConversationView;
  query: ReturnType<typeof useTurns>['query'];
  paneRef: RefObject<HTMLDivElement | null>;
  opened: OpenedReply | null;
}

/** Newest last; separators show which turns the agent still has word for word. */
export function TurnsPane({ view, query, paneRef, opened }: TurnsPaneProps) {
  const { conversations: words } = useStrings();
  const turns = query.data?.pages.toReversed().flatMap((page) => page.items) ?? [];
  const contentRef = useRef<HTMLDivElement>(null);
  const { isAtEnd, goToEnd } = useThreadScroll(paneRef, contentRef, turns[0]?.number ?? null);
  const recent = view.state.conversation.recent_turns.length;
  const firstRecent = view.turns - recent + 1;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={paneRef}
        role="group"
        aria-label={words.turns.heading}
        {...scrollable}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] -outline-offset-2"
      >
        <div ref={contentRef} className="mx-auto max-w-[46rem] space-y-6 px-4 py-5 lg:px-6">
          <LoadError of={query} />
          {query.isPending ? <Skeleton shape="turns" /> : null}
          {query.hasNextPage ? (
            <div className="flex justify-center">
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {words.turns.earlier}
              </Button>
            </div>
          ) : null}
          {turns.map((turn, index) => (
            <Fragment key={turn.number}>
              {index === 0 && turn.number < firstRecent ? (
                <Boundary words={words.turns.folded(firstRecent - 1)} />
              ) : null}
              {turn.number === firstRecent && firstRecent > 1 ? (
                <Boundary words={words.turns.recent(recent)} />
              ) : null}
              <TurnView
                turn={turn}
                isFolded={turn.number < firstRecent}
                opened={opened?.turn === turn.number ? opened.times : 0}
              />
            </Fragment>
          ))}
          <Doing view={view} />
        </div>
      </div>
      {isAtEnd ? null : (
        <Button
          onClick={goToEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-md"
        >
          <ArrowDown aria-hidden className="size-4" />
          {words.turns.jump}
        </Button>
      )}
    </div>
  );
}

/** A turn is being processed: the task that runs for it now. */
function Doing({ view: { activeRuns } }: { view: ConversationView }) {
  const { doing } = useStrings().conversations.turns;
  const task = activeRuns[0]?.taskType;
  const words = task === 'turn-summary' || task === 'history-narrative' ? doing[task] : '';
  return (
    <output className="flex items-center gap-2 text-muted empty:hidden">
      {words === '' ? null : (
        <>
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
          {words}
        </>
      )}
    </output>
  );
}
