import type { ErrorCode } from '#schema/error-codes.ts';
import { Button } from '#web/controls/button.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { PanelState } from './panel-state.ts';

interface OutcomeNoticeProps {
  state: PanelState;
  onAnyway(): void;
  onResubmit(): void;
  onRetry(): void;
  onDismiss(): void;
}

/** The reasons of the source gate that a reader may overrule; an empty text stays empty. */
const overruled: ReadonlySet<ErrorCode> = new Set([
  'source_too_short',
  'source_title_only',
  'source_blocked',
]);
const gateCodes: ReadonlySet<ErrorCode> = new Set([...overruled, 'source_empty']);

/** Why there is no new summary, and what can be done about it. */
export function OutcomeNotice({ state, onAnyway, onResubmit, onRetry, onDismiss }: OutcomeNoticeProps) {
  const { panel, problem } = useStrings();
  const { outcome, shown, followed } = state;
  if (outcome === null) return null;

  const partial = followed !== null && followed.text !== '' && shown === null;
  const note = shown !== null ? panel.previousKept : partial ? panel.incomplete : null;
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
  if (outcome.kind === 'refused') {
    const { error } = outcome;
    return (
      <ProblemNotice problem={error} tone={gateCodes.has(error.code) ? 'caution' : 'danger'}>
        {overruled.has(error.code) ? <Button onClick={onAnyway}>{panel.anyway}</Button> : null}
        {gateCodes.has(error.code) ? null : <Button onClick={onResubmit}>{problem.retry}</Button>}
        {dismiss}
      </ProblemNotice>
    );
  }
  return (
    <ProblemNotice problem={outcome.kind === 'failed' ? outcome : outcome.error} note={note}>
      <Button onClick={onRetry}>{problem.retry}</Button>
      {dismiss}
    </ProblemNotice>
  );
}
