import { useEffect, useReducer, useRef } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { followSummary, recallSummary } from './follow-summary.ts';
import { idlePanel, nextPanel, type PanelState } from './panel-state.ts';

interface SummaryRun {
  state: PanelState;
  /** Follows the run that `submit` answers. */
  start(submit: () => Promise<Run>): void;
  abort(): void;
  /** Makes the failed run once more, or finds a lost one again. */
  retry(): void;
  dismiss(): void;
}

/** One panel's run. Its id is kept for the life of the tab, so that a reload finds the run or its summary again. */
export function useSummaryRun(rememberAs: string): SummaryRun {
  const client = useClient();
  const [state, tell] = useReducer(nextPanel, idlePanel);
  const following = useRef<AbortController | null>(null);
  const abortAsked = useRef(false);

  useEffect(() => {
    const controller = new AbortController();
    following.current = controller;
    const known = runIdSchema.safeParse(readKept('session', rememberAs));
    if (known.success) void recallSummary({ client, runId: known.data, signal: controller.signal, tell });
    return () => following.current?.abort();
  }, [client, rememberAs]);

  /** From here on only the newest run is told, whatever still arrives of an older one. */
  function beginAnew(): AbortSignal {
    following.current?.abort();
    following.current = new AbortController();
    abortAsked.current = false;
    return following.current.signal;
  }

  function start(submit: () => Promise<Run>): void {
    const signal = beginAnew();
    tell({ type: 'submitted' });
    submit().then(
      ({ id: runId }) => {
        if (abortAsked.current) cancel(runId);
        if (signal.aborted) return;
        writeKept('session', rememberAs, runId);
        void followSummary({ client, runId, signal, tell });
      },
      (error: unknown) => {
        if (!signal.aborted) tell({ type: 'refused', error: toAppError(error) });
      },
    );
  }

  function cancel(runId: RunId): void {
    client.runs.cancel(runId).catch((error: unknown) => tell({ type: 'lost', error: toAppError(error) }));
  }

  function abort(): void {
    abortAsked.current = true;
    tell({ type: 'abort-asked' });
    if (state.phase === 'following' && state.followed !== null) cancel(state.followed.runId);
  }

  function retry(): void {
    const { outcome, followed } = state;
    if (followed === null) return;
    const { runId } = followed;
    if (outcome?.kind === 'lost') void followSummary({ client, runId, signal: beginAnew(), tell });
    else start(() => client.runs.retry(runId));
  }

  return { state, start, abort, retry, dismiss: () => tell({ type: 'dismissed' }) };
}
