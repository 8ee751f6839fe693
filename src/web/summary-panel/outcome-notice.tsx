import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { PanelView } from './panel-view.ts';

interface OutcomeNoticeProps {
  view: PanelView;
  onAnyway(): void;
  onRetry(): void;
  onDismiss(): void;
  onFetchFullText: (() => Promise<void>) | null;
}

/** The reasons of the source gate that a user may override. An empty text cannot be summarized at all. */
const overruled: ReadonlySet<ErrorCode> = new Set([
  'source_too_short',
  'source_title_only',
  'source_blocked',
]);
const gateCodes: ReadonlySet<ErrorCode> = new Set([...overruled, 'source_empty']);

/** Says why there is no new summary and what to do about it. */
export function OutcomeNotice({ view, onAnyway, onRetry, onDismiss, onFetchFullText }: OutcomeNoticeProps) {
  const { panel, problem } = useStrings();
  const { outcome, shown } = view;
  if (outcome === null) return null;

  const note = shown !== null ? panel.previousKept : outcome.text === '' ? null : panel.incomplete;
  const dismiss = (
    <Button look="quiet" onClick={onDismiss}>
      {problem.dismiss}
    </Button>
  );

  if (outcome.kind === 'aborted') {
    return (
      <output className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sunken px-3.5 py-2">
        <p className="min-w-0 flex-1">{[panel.aborted, note].filter((words) => words !== null).join(' ')}</p>
        <Button look="quiet" onClick={onRetry}>
          {problem.retry}
        </Button>
        {dismiss}
      </output>
    );
  }
  if (outcome.kind === 'refused' && gateCodes.has(outcome.error.code)) {
    return (
      <GateNotice error={outcome.error} onFetchFullText={onFetchFullText}>
        {overruled.has(outcome.error.code) ? <Button onClick={onAnyway}>{panel.anyway}</Button> : null}
        {dismiss}
      </GateNotice>
    );
  }
  return (
    <ProblemNotice problem={outcome.kind === 'failed' ? outcome : outcome.error} note={note}>
      <Button onClick={onRetry}>{problem.retry}</Button>
      {outcome.kind === 'failed' ? <DetailsLink runId={outcome.runId} /> : null}
      {dismiss}
    </ProblemNotice>
  );
}

interface GateNoticeProps {
  error: AppError;
  onFetchFullText: (() => Promise<void>) | null;
  children: ReactNode;
}

/** Shows the reason of the source gate. For an excerpt, the full article can be fetched instead. */
function GateNotice({ error, onFetchFullText, children }: GateNoticeProps) {
  const { article } = useStrings().reader;
  const [fetching, setFetching] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  return (
    <ProblemNotice problem={failure ?? error} tone="caution">
      {onFetchFullText === null ? null : (
        <Button
          disabled={fetching}
          onClick={() => {
            setFetching(true);
            onFetchFullText()
              .catch((thrown: unknown) => setFailure(toAppError(thrown)))
              .finally(() => setFetching(false));
          }}
        >
          {fetching ? article.fetching : article.fetchFullText}
        </Button>
      )}
      {children}
    </ProblemNotice>
  );
}

/** Links to the run under Runs & Issues. */
export function DetailsLink({ runId }: { runId: RunId }) {
  const { panel } = useStrings();
  return (
    <Link to="/runs" search={{ tab: 'runs', run: runId }} className={buttonClass('quiet')}>
      {panel.details}
    </Link>
  );
}

/** Says that a summary was cleared, and offers to undo it. */
export function ClearedNote({ onUndo }: { onUndo(): void }) {
  const { panel } = useStrings();
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sunken px-3.5 py-2">
      <span className="min-w-0 flex-1">{panel.cleared}</span>
      <Button data-takes-focus look="quiet" onClick={onUndo}>
        <Undo2 aria-hidden className="size-3.5" />
        {panel.undo}
      </Button>
    </output>
  );
}
