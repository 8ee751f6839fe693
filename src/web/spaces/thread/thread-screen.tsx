import { useEffect, useRef } from 'react';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useDrawer } from '#web/controls/layout/use-drawer.ts';
import { useThreadScroll } from '#web/controls/layout/use-thread-scroll.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { Toast } from '#web/controls/toast.tsx';
import { SummaryDrawer } from '#web/spaces/drawer/summary-drawer.tsx';
import { useFolded } from '#web/spaces/thread/messages/use-folded.ts';
import { useMessages } from '#web/spaces/thread/messages/use-messages.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type MessagePart, nextFrame, useReveal } from '#web/summary-panel/passages/use-reveal.ts';
import { ThreadPane } from './thread-pane.tsx';
import { useFoldWarning } from './use-fold-warning.ts';
import { useThread } from './use-thread.ts';
import { useTurn } from './use-turn.ts';

interface ThreadScreenProps {
  threadId: ThreadId;
  /** The message named by the URL. */
  shownSeq: number | null;
  /** The field gets the focus. */
  isComposing: boolean;
  onBack(): void;
}

export function ThreadScreen({ threadId, ...open }: ThreadScreenProps) {
  const thread = useThread(threadId);
  return (
    <Loaded of={thread} gone={<ThreadGone onBack={open.onBack} />} className="p-6">
      {(view) => <OpenThread view={view} {...open} />}
    </Loaded>
  );
}

export function ThreadGone({ onBack }: { onBack(): void }) {
  const { spaces } = useStrings();
  return (
    <EmptyState title={spaces.thread.gone} next={spaces.thread.goneNext}>
      <Button onClick={onBack}>{spaces.back}</Button>
    </EmptyState>
  );
}

interface OpenThreadProps extends Omit<ThreadScreenProps, 'threadId'> {
  view: ThreadView;
}

/** The thread and its summary: side by side, or the summary on top where there is no room. */
function OpenThread({ view, shownSeq, isComposing, onBack }: OpenThreadProps) {
  const { summary } = useStrings().spaces;
  const messages = useMessages(view.thread.id);
  const turn = useTurn(view.activeRuns);
  const paneRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const scroll = useThreadScroll(paneRef, contentRef, messages.query.data?.items[0]?.seq ?? null);
  const folded = useFolded(view.thread.summaryThroughSeq, scroll.stay);
  const reveal = useReveal({
    paneRef,
    async load({ seq }: MessagePart) {
      if (folded.open(seq)) await nextFrame();
      const message = await messages.loadBackTo(seq);
      return message && { text: message.text, selector: `[data-seq="${seq}"] [data-body]` };
    },
  });
  const { warning, dismiss } = useFoldWarning(view.failedRuns);
  const drawer = useDrawer('precis.thread-summary');

  const isKnown = messages.query.data !== undefined;
  useEffect(() => {
    if (isKnown && shownSeq !== null) void reveal([{ seq: shownSeq, span: null }]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, shownSeq]);

  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <ThreadPane
        view={view}
        messages={messages}
        turn={turn}
        paneRef={paneRef}
        contentRef={contentRef}
        scroll={scroll}
        folded={folded}
        isComposing={isComposing}
        drawer={drawer}
        onBack={onBack}
      />
      <SummaryDrawer
        view={view}
        known={messages.query.data ?? null}
        turn={turn}
        drawer={drawer}
        onReveal={(parts) => {
          drawer.uncover();
          void reveal(parts);
        }}
      />
      <Toast
        message={warning === null ? null : { title: summary.failedTitle, note: summary.failedNote }}
        onClose={dismiss}
      />
    </div>
  );
}
