import { useState } from 'react';
import type { Run } from '#schema/run.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { PanelBody } from './panel-body.tsx';
import { PanelToolbar } from './panel-toolbar.tsx';
import { StatusLine } from './status-line.tsx';
import { type SummaryChoice, useSummaryChoice } from './use-summary-choice.ts';
import { useSummaryRun } from './use-summary-run.ts';

export interface SummaryOrder extends SummaryChoice {
  /** The reader has seen the source gate's reason and wants a summary all the same. */
  anyway: boolean;
}

interface SummaryPanelProps {
  /** Whether there is anything to summarize. */
  canStart: boolean;
  /** Starts a run of whatever the panel stands beside. */
  submit(order: SummaryOrder): Promise<Run>;
  /** Where the tab keeps which run this panel shows. */
  rememberAs: string;
  emptyNext: string;
  onStarted?: () => void;
}

/** Controls, state and text of one summary. It knows nothing of its source but how to order a run of it. */
export function SummaryPanel({ canStart, submit, rememberAs, emptyNext, onStarted }: SummaryPanelProps) {
  const { panel } = useStrings();
  const chooser = useSummaryChoice();
  const { state, start, abort, retry, dismiss } = useSummaryRun(rememberAs);
  const [copyFailed, setCopyFailed] = useState(false);
  const running = state.phase !== 'idle';

  function order(anyway: boolean): void {
    setCopyFailed(false);
    start(() => submit({ ...chooser.choice, anyway }));
    onStarted?.();
  }

  return (
    <section
      aria-label={panel.heading}
      className="@container flex min-h-0 min-w-0 flex-1 flex-col bg-surface"
    >
      <div className="space-y-2 border-b border-line px-4 py-3 lg:px-6">
        <PanelToolbar
          chooser={chooser}
          canStart={canStart}
          running={running}
          stopping={state.stopping}
          text={copiedText(state)}
          onStart={() => order(false)}
          onAbort={abort}
          onCopyFailed={() => setCopyFailed(true)}
        />
        <StatusLine state={state} />
      </div>
      <div className="px-4 pt-3 empty:hidden lg:px-6">
        {copyFailed ? <p role="alert">{panel.copyFailed}</p> : null}
        <OutcomeNotice
          state={state}
          onAnyway={() => order(true)}
          onResubmit={() => order(false)}
          onRetry={retry}
          onDismiss={dismiss}
        />
      </div>
      <PanelBody state={state} targetLanguage={chooser.choice.targetLanguage} emptyNext={emptyNext} />
    </section>
  );
}

/** The text in sight: the one that grows, else the one that stands. */
function copiedText({ phase, followed, shown }: ReturnType<typeof useSummaryRun>['state']): string | null {
  const growing = followed?.text ?? '';
  if (growing !== '' && (phase !== 'idle' || shown === null)) return growing;
  return shown?.text ?? null;
}
