import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { Run } from '#schema/runs/run.ts';
import type { SummaryVersion, Thread } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/dialog.tsx';
import { type Drawer, SideDrawer } from '#web/controls/layout/side-drawer.tsx';
import { ErrorNotice, NoticeFrame, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { spacesKeys } from '#web/spaces/spaces-queries.ts';
import { Doing, FoldProgress } from '#web/spaces/thread/messages/newest-answer.tsx';
import type { KnownMessages } from '#web/spaces/thread/messages/use-messages.ts';
import { useThreadEdits } from '#web/spaces/thread/use-thread.ts';
import type { Turn } from '#web/spaces/thread/use-turn.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { MessagePart } from '#web/summary-panel/passages/use-reveal.ts';
import { PolicyCosts } from './policy-costs.tsx';
import { MadeLine, SummaryBody } from './summary-body.tsx';
import { SummaryVersions } from './summary-versions.tsx';

interface SummaryDrawerProps extends SummaryPartProps {
  drawer: Drawer;
}

const widths = { initial: 320, min: 260, max: 560 };

export function SummaryDrawer({ drawer, ...part }: SummaryDrawerProps) {
  const { resizeSummary, summary } = useStrings().spaces;
  return (
    <SideDrawer
      words={{ heading: summary.heading, hide: summary.hide, resize: resizeSummary }}
      keptAs="precis.thread-summary-width"
      widths={widths}
      drawer={drawer}
    >
      <SummaryPart {...part} />
    </SideDrawer>
  );
}

interface SummaryPartProps {
  view: ThreadView;
  known: KnownMessages | null;
  turn: Turn;
  onReveal(parts: readonly MessagePart[]): void;
}

function SummaryPart({ view, known, turn, onReveal }: SummaryPartProps) {
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
  /** Whether the summary contains a person's edits. A rebuild then asks for confirmation. */
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

/** Shows how the last fold ended if it did not succeed. */
function FoldNotice({ run }: { run: Run }) {
  const { spaces, problem } = useStrings();
  const { summary } = spaces;
  if (run.status === 'cancelled') return <p className="text-muted">{summary.stopped}</p>;
  const { title, detail } = problem.describe(run.errorCode ?? 'internal', run.errorMessage ?? '');
  return (
    <NoticeFrame tone="caution" title={summary.failedTitle}>
      <p>{title}</p>
      {detail === null ? null : <p className="text-muted">{detail}</p>}
      <p>{summary.failedNote}</p>
      <p>
        <Link
          to="/runs"
          search={{ tab: 'runs', run: run.id }}
          className="rounded-sm text-accent underline underline-offset-2"
        >
          {spaces.answer.details}
        </Link>
      </p>
    </NoticeFrame>
  );
}

interface Versions {
  versions: readonly SummaryVersion[];
  /** Whether the summary contains a person's edits, which a rebuild from the messages would lose. */
  isEdited: boolean;
}

function useVersions(thread: Thread): Versions {
  const client = useClient();
  const { data } = useQuery({
    queryKey: spacesKeys.versions(thread.id, thread.summaryRevision),
    queryFn: () => client.threads.versions(thread.id),
    enabled: thread.summary !== null,
    // The previous list stays visible while the next one loads.
    placeholderData: (before) => before,
  });
  const versions = data ?? [];
  const last = versions.findIndex(({ reason }) => reason === 'rebuild');
  const since = last < 0 ? versions : versions.slice(0, last);
  const isByHand = thread.summary !== null && thread.summaryRunId === null;
  return {
    versions,
    isEdited: isByHand || since.some(({ reason, model }) => model === null || reason === 'restore'),
  };
}

interface SummaryEditProps {
  thread: Thread;
  onClose(): void;
}

/** Edits the summary. If it changed in the meantime, saving asks before it overwrites the change. */
function SummaryEdit({ thread, onClose }: SummaryEditProps) {
  const { summary: words } = useStrings().spaces;
  const { editSummary } = useThreadEdits(thread.id);
  const [text, setText] = useState(thread.summary ?? '');
  const [revision, setRevision] = useState(thread.summaryRevision);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fieldRef.current?.focus(), []);
  const error = editSummary.error === null ? null : toAppError(editSummary.error);
  const isConflict = error?.code === 'conflict' || thread.summaryRevision !== revision;
  const canSave = text.trim() !== '' && !editSummary.isPending;

  function save(over: number): void {
    if (!canSave) return;
    setRevision(over);
    editSummary.mutate({ text: text.trim(), summaryRevision: over }, { onSuccess: onClose });
  }

  return (
    <div className="space-y-2.5">
      <textarea
        ref={fieldRef}
        aria-label={words.editLabel}
        rows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            // Stops Escape from closing the surrounding sheet.
            event.stopPropagation();
            event.preventDefault();
            onClose();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(revision);
        }}
        className="max-h-[60vh] min-h-40 w-full rounded-md border border-edge/60 bg-surface px-3 py-2 leading-relaxed [field-sizing:content]"
      />
      <p className="text-xs text-muted">{words.editNote}</p>
      {isConflict ? (
        <NoticeFrame tone="caution" title={words.conflict}>
          <p>{words.conflictNext}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button disabled={!canSave} onClick={() => save(thread.summaryRevision)}>
              {words.overwrite}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.discard}
            </Button>
          </div>
        </NoticeFrame>
      ) : (
        <>
          {error === null ? null : <ProblemNotice problem={error} />}
          <div className="flex gap-2">
            <Button look="primary" disabled={!canSave} onClick={() => save(revision)}>
              {editSummary.isPending ? words.saving : words.save}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
