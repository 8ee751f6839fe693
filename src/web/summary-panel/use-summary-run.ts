import { useEffect, useReducer, useRef } from 'react';
import { AppError, toAppError } from '#schema/app-error.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { idlePanel, nextPanel, type PanelState } from './panel-state.ts';

export interface SummaryRun {
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
  const [state, dispatch] = useReducer(nextPanel, idlePanel);
  const following = useRef<AbortController | null>(null);
  const abortAsked = useRef(false);

  function begin(): AbortSignal {
    following.current?.abort();
    following.current = new AbortController();
    return following.current.signal;
  }

  function start(submit: () => Promise<Run>): void {
    const signal = begin();
    abortAsked.current = false;
    dispatch({ type: 'submitted' });
    submit().then(
      (run) => {
        if (abortAsked.current) cancel(run.id);
        if (!signal.aborted) void follow(run.id, signal);
      },
      (error: unknown) => {
        if (!signal.aborted) dispatch({ type: 'refused', error: toAppError(error) });
      },
    );
  }

  async function follow(runId: RunId, signal: AbortSignal): Promise<void> {
    dispatch({ type: 'accepted', runId });
    writeKept('session', rememberAs, runId);
    try {
      for await (const event of client.runs.events(runId, { signal })) {
        if (signal.aborted) return;
        dispatch({ type: 'event', event });
        if (event.type === 'run-end' && event.status !== 'succeeded') return;
      }
      if (signal.aborted) return;
      const { run, summary } = await client.runs.get(runId);
      if (signal.aborted) return;
      if (summary === null) throw new AppError('not_found', '');
      dispatch({ type: 'finished', run, text: summary.text });
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'lost', error: toAppError(error) });
    }
  }

  function cancel(runId: RunId): void {
    client.runs.cancel(runId).catch((error: unknown) => {
      dispatch({ type: 'lost', error: toAppError(error) });
    });
  }

  function abort(): void {
    abortAsked.current = true;
    dispatch({ type: 'abort-asked' });
    if (state.phase === 'following' && state.followed !== null) cancel(state.followed.runId);
  }

  function retry(): void {
    const { outcome, followed } = state;
    if (followed === null) return;
    if (outcome?.kind === 'lost') void follow(followed.runId, begin());
    else start(() => client.runs.retry(followed.runId));
  }

  // Only what the tab knew when the panel opened is looked for; later runs come through `start`.
  useEffect(() => {
    const known = runIdSchema.safeParse(readKept('session', rememberAs));
    const signal = begin();
    if (known.success) void recall(known.data, signal);
    return () => following.current?.abort();

    async function recall(runId: RunId, signal: AbortSignal): Promise<void> {
      const found = await client.runs.get(runId).catch(() => null);
      if (signal.aborted || found === null) return;
      const { run, summary } = found;
      if (summary !== null) return dispatch({ type: 'finished', run, text: summary.text });
      if (run.status === 'queued' || run.status === 'running') await follow(runId, signal);
    }
  }, [client, rememberAs]);

  return { state, start, abort, retry, dismiss: () => dispatch({ type: 'dismissed' }) };
}
