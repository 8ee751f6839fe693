import { useEffect, useRef } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useSheet } from '#web/controls/layout/use-sheet.ts';
import { useWide } from '#web/controls/layout/use-wide.ts';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Toast } from '#web/controls/toast.tsx';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import { SummaryDrawer } from '#web/spaces/drawer/summary-drawer.tsx';
import { useMessages } from '#web/spaces/thread/messages/use-messages.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ThreadPane } from './thread-pane.tsx';
import { useFoldWarning } from './use-fold-warning.ts';
import { useReveal } from './use-reveal.ts';
import { useThread } from './use-thread.ts';
import { useTurn } from './use-turn.ts';

interface ThreadScreenProps {
  threadId: ThreadId;
  /** The message named by the URL. */
  shownSeq: number | null;
  onBack(): void;
}

export function ThreadScreen({ threadId, shownSeq, onBack }: ThreadScreenProps) {
  const { spaces, problem } = useStrings();
  const { data: view, error, refetch } = useThread(threadId);
  if (error !== null && toAppError(error).code === 'not_found') {
    return (
      <EmptyState title={spaces.thread.gone} next={spaces.thread.goneNext}>
        <Button onClick={onBack}>{spaces.back}</Button>
      </EmptyState>
    );
  }
  if (view !== undefined) return <OpenThread view={view} shownSeq={shownSeq} onBack={onBack} />;
  if (error === null) return <p className="appear-late p-6 text-muted">{spaces.loading}</p>;
  return (
    <div className="p-6">
      <ProblemNotice problem={toAppError(error)}>
        <Button onClick={() => void refetch()}>{problem.retry}</Button>
      </ProblemNotice>
    </div>
  );
}

interface OpenThreadProps {
  view: ThreadView;
  shownSeq: number | null;
  onBack(): void;
}

/** The thread and its summary: side by side, or the summary on top where there is no room. */
function OpenThread({ view, shownSeq, onBack }: OpenThreadProps) {
  const { summary } = useStrings().spaces;
  const messages = useMessages(view.thread.id);
  const turn = useTurn(view.activeRuns);
  const paneRef = useRef<HTMLDivElement>(null);
  const reveal = useReveal({ paneRef, loadBackTo: messages.loadBackTo });
  const { warning, dismiss } = useFoldWarning(view.failedRuns);
  const isWide = useWide();
  const [kept, setKept] = useKeptState<'open' | 'closed'>({
    key: 'precis.thread-summary',
    area: 'local',
    parse: (stored) => (stored === 'closed' ? 'closed' : 'open'),
  });
  const sheet = useSheet(isWide);
  const isShown = isWide ? kept === 'open' : sheet.isOpen;
  const setShown = (next: boolean) => (isWide ? setKept(next ? 'open' : 'closed') : sheet.setOpen(next));

  const isKnown = messages.query.data !== undefined;
  useEffect(() => {
    if (isKnown && shownSeq !== null) void reveal(shownSeq, null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, shownSeq]);

  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <ThreadPane
        view={view}
        messages={messages}
        turn={turn}
        paneRef={paneRef}
        isSummaryShown={isShown}
        onBack={onBack}
        onSummary={() => setShown(!isShown)}
      />
      <SummaryDrawer
        view={view}
        known={messages.query.data ?? null}
        turn={turn}
        isOpen={isShown}
        isBeside={isWide}
        onClose={() => setShown(false)}
        onReveal={(seq, passage) => {
          sheet.setOpen(false);
          void reveal(seq, passage);
        }}
      />
      <Toast
        message={warning === null ? null : { title: summary.failedTitle, note: summary.failedNote }}
        onClose={dismiss}
      />
    </div>
  );
}
