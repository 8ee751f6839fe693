import { useState } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Doing, FoldProgress } from '#web/spaces/thread/messages/growing-answer.tsx';
import type { KnownMessages } from '#web/spaces/thread/messages/known-messages.ts';
import { useThreadEdits } from '#web/spaces/thread/use-thread.ts';
import type { Turn } from '#web/spaces/thread/use-turn.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { MessagePart } from '#web/summary-panel/passages/use-reveal.ts';
import { FoldNotice } from './fold-notice.tsx';
import { MadeLine } from './made-line.tsx';
import { PolicyCosts } from './policy-costs.tsx';
import { SummaryBody } from './summary-body.tsx';
import { SummaryEdit } from './summary-edit.tsx';
import { SummaryVersions } from './summary-versions.tsx';
import { useVersions } from './use-versions.ts';

export interface SummaryPartProps {
  view: ThreadView;
  known: KnownMessages | null;
  turn: Turn;
  onReveal(parts: readonly MessagePart[]): void;
}

/** The summary: its text, its origin and its earlier versions. */
export function SummaryPart({ view, known, turn, onReveal }: SummaryPartProps) {
  const { summary: words } = useStrings().spaces;
  const { thread, window: live } = view;
  const [isEditing, setEditing] = useState(false);
  const { versions, isEdited } = useVersions(thread);
  const failed = view.failedRuns.find(({ taskType }) => taskType === 'fold') ?? null;
  return (
    <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-4 pb-6">
      {turn.fold === null && failed !== null ? <FoldNotice run={failed} /> : null}
      {thread.summary === null ? (
        <div>
          <p>{words.none}</p>
          <p className="mt-0.5 text-muted">{words.noneNext(live.maxTurns)}</p>
        </div>
      ) : isEditing ? (
        <>
          <MadeLine thread={thread} known={known} />
          <SummaryEdit thread={thread} onClose={() => setEditing(false)} />
        </>
      ) : (
        <SummaryBody thread={thread} summary={thread.summary} known={known} onReveal={onReveal} />
      )}
      <SummaryActions
        thread={thread}
        turn={turn}
        isEdited={isEdited}
        onEdit={thread.summary === null || isEditing ? null : () => setEditing(true)}
      />
      <PolicyCosts view={view} />
      <SummaryVersions thread={thread} versions={versions} isBusy={turn.fold !== null} />
    </div>
  );
}

interface SummaryActionsProps {
  thread: Thread;
  turn: Turn;
  /** Started by the user: a rebuild asks first. */
  isEdited: boolean;
  onEdit: (() => void) | null;
}

function SummaryActions({ thread, turn, isEdited, onEdit }: SummaryActionsProps) {
  const { summary: words } = useStrings().spaces;
  const client = useClient();
  const { rebuild } = useThreadEdits(thread.id);
  const [isAsking, setAsking] = useState(false);
  const { fold } = turn;
  return (
    <>
      <ErrorNotice error={rebuild.error} tone="caution" />
      <div className="flex flex-wrap items-center gap-2">
        {fold === null ? (
          <>
            {onEdit === null ? null : <Button onClick={onEdit}>{words.edit}</Button>}
            {thread.summaryThroughSeq === 0 ? null : (
              <Button
                title={words.rebuildTitle}
                disabled={rebuild.isPending}
                onClick={() => (isEdited ? setAsking(true) : rebuild.mutate())}
              >
                {words.rebuild}
              </Button>
            )}
          </>
        ) : (
          <>
            <span className="min-w-0 flex-1 text-xs">
              <Doing>
                <FoldProgress progress={turn.foldProgress} />
              </Doing>
            </span>
            <Button onClick={() => void client.runs.cancel(fold.id).catch(() => undefined)}>
              {words.stop}
            </Button>
          </>
        )}
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={words.rebuildSure}
          note={words.rebuildNote}
          yes={words.rebuild}
          onConfirm={() => rebuild.mutateAsync()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
