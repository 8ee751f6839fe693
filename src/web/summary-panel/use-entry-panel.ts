import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { Client } from '#client/create-client.ts';
import { toAppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useTakeUp } from '#web/api/connection.ts';
import { queryKeys, useSettings } from '#web/api/queries.ts';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { mergeArrived } from './check/check-run.ts';
import { type Check, useCheck } from './check/use-check.ts';
import { type Choice, isSameChoice, usualChoice } from './choice.ts';
import { emptyPanel, nextPanel, type PanelAction, type PanelState } from './panel-machine.ts';
import { type PanelView, viewPanel } from './panel-view.ts';

export interface Order {
  trigger: Run['trigger'];
  /** Whether the user has seen the source gate's reason and wants a summary anyway. */
  anyway?: boolean;
  systemPromptOverride?: string;
}

export interface EntryPanel {
  state: PanelState;
  view: PanelView;
  /** The reason why the stored summaries could not be loaded. */
  error: Error | null;
  /** The languages that the article is translated into. */
  translatedInto: readonly string[];
  /** The languages in which nothing is missing, so that the translation can be summarized. */
  completeIn: readonly string[];
  choose(choice: Partial<Choice>): void;
  /** Shows the slot that the user selected for this session. */
  showWanted(): void;
  /** Returns the run's id, or null if the request was rejected. */
  order(order: Order): Promise<RunId | null>;
  abort(): void;
  /** Retries a failed request, or reconnects to a lost run. */
  retry(): void;
  clear(what: 'shown' | 'all'): Promise<void>;
  undoClear(): Promise<void>;
  dismiss(): void;
  /** Resolves when the summaries have been read. */
  readAnew(): Promise<void>;
}

/** Keeps the panel for one entry after another, with the state machine and the server calls that it needs. */
export function useEntryPanel(
  entryId: EntryId | null,
  { translatedInto, completeIn }: Pick<EntryPanel, 'translatedInto' | 'completeIn'>,
): EntryPanel {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: settings = defaultSettings } = useSettings();
  const { values, change, leaveAlone } = useAppSession();
  const [state, tell] = useReducer(nextPanel, emptyPanel);
  const view = viewPanel(state, usualChoice(values, settings, completeIn));
  const lastRequest = useRef({ id: 0, abortAsked: false });
  const lastOrder = useRef<Order>({ trigger: 'manual' });

  // This happens during rendering, so that nothing from another entry is ever visible.
  if (state.entryId !== entryId) tell({ type: 'opened', entryId, held: view.choice });

  const revision = useRef(state.revision);
  useEffect(() => {
    revision.current = state.revision;
  }, [state.revision]);

  const { data: reading, error } = useQuery({
    queryKey: queryKeys.entrySummaries(entryId),
    enabled: entryId !== null,
    gcTime: 0,
    queryFn: async () => {
      const readAt = revision.current;
      const summaries = await client.reader.summaries.list(entryId as EntryId);
      return { entryId: entryId as EntryId, revision: readAt, summaries };
    },
  });
  const readAnew = () => queryClient.invalidateQueries({ queryKey: queryKeys.entrySummaries(entryId) });

  useEffect(() => {
    if (reading !== undefined) tell({ type: 'loaded', ...reading });
  }, [reading]);

  const runId = state.run?.followed.runId;
  useEffect(() => {
    if (runId === undefined || entryId === null) return undefined;
    const controller = new AbortController();
    void followSummary({ client, entryId, runId, signal: controller.signal, tell });
    return () => controller.abort();
  }, [client, entryId, runId]);

  const { outcome } = state;
  useTakeUp(outcome?.kind === 'lost' ? outcome.error : null, () => tell({ type: 'resumed' }));

  function cancel(id: RunId): void {
    client.runs.cancel(id).catch((thrown: unknown) => {
      tell({ type: 'lost', runId: id, error: toAppError(thrown) });
    });
  }

  async function order(given: Order): Promise<RunId | null> {
    if (entryId === null) return null;
    const request = { id: lastRequest.current.id + 1, abortAsked: false };
    lastRequest.current = request;
    lastOrder.current = given;
    tell({ type: 'submitted', requestId: request.id, choice: view.choice, trigger: given.trigger });
    try {
      const run = await client.reader.summaries.start(entryId, { ...view.choice, ...given });
      if (request.abortAsked) cancel(run.id);
      tell({ type: 'accepted', requestId: request.id, run });
      return run.id;
    } catch (thrown) {
      const refusal = toAppError(thrown);
      tell({ type: 'refused', requestId: request.id, error: refusal });
      // The entry was summarized elsewhere in the meantime. The summary is loaded without a notice.
      if (given.trigger === 'auto' && refusal.code === 'conflict') {
        tell({ type: 'dismissed' });
        void readAnew();
      }
      return null;
    }
  }

  return {
    state,
    view,
    error,
    order,
    readAnew,
    translatedInto,
    completeIn,
    choose(chosen) {
      const { of, ...next } = { ...view.choice, ...chosen };
      const isOfTranslation = of !== undefined && completeIn.includes(next.targetLanguage);
      const { targetLanguage, detailLevel } = chosen;
      change({
        ...(targetLanguage === undefined ? {} : { targetLanguage }),
        ...(detailLevel === undefined ? {} : { detailLevel }),
        ...('of' in chosen ? { summaryOf: of ?? 'original' } : {}),
      });
      tell({ type: 'picked', choice: isOfTranslation ? { ...next, of } : next });
    },
    showWanted() {
      if (view.wanted !== null) tell({ type: 'picked', choice: view.wanted });
    },
    abort() {
      if (entryId !== null && (state.pending ?? state.run)?.trigger === 'auto') leaveAlone(entryId);
      if (state.pending !== null) lastRequest.current.abortAsked = true;
      else if (runId !== undefined) cancel(runId);
      tell({ type: 'abort-asked' });
    },
    retry() {
      if (state.outcome?.kind === 'lost') tell({ type: 'resumed' });
      else void order({ ...lastOrder.current, trigger: 'manual' });
    },
    async clear(what) {
      if (entryId === null) return;
      const choice = what === 'all' ? null : view.choice;
      leaveAlone(entryId);
      // A request that was just made and has no run yet must not fill the slot again.
      const { pending } = state;
      if (pending !== null && (choice === null || isSameChoice(pending.choice, choice))) {
        lastRequest.current.abortAsked = true;
        tell({ type: 'abort-asked' });
      }
      const { undoId } = await client.reader.summaries.clear(entryId, choice ?? undefined);
      tell({ type: 'cleared', entryId, choice, shown: view.choice, undoId });
      void readAnew();
    },
    async undoClear() {
      const { undo } = state;
      if (undo === null) return;
      tell({ type: 'restored', undoId: undo.undoId });
      await client.reader.summaries.restore(undo.entryId, undo.undoId);
      void readAnew();
    },
    dismiss() {
      if (entryId !== null) leaveAlone(entryId);
      tell({ type: 'dismissed' });
    },
  };
}

interface Following {
  client: Client;
  entryId: EntryId;
  runId: RunId;
  /** After the signal aborts, nothing more is reported, because the panel shows another run or is gone. */
  signal: AbortSignal;
  tell(action: PanelAction): void;
}

/** Reports a run from its first event to its end, and then the stored summaries. */
async function followSummary({ client, entryId, runId, signal, tell }: Following): Promise<void> {
  try {
    for await (const event of client.runs.events(runId, { signal })) {
      if (signal.aborted) return;
      tell({ type: 'event', event });
      if (event.type === 'run-end' && event.status !== 'succeeded') return;
    }
    if (signal.aborted) return;
    const { items } = await client.reader.summaries.list(entryId);
    if (!signal.aborted) tell({ type: 'finished', runId, stored: items });
  } catch (error) {
    if (!signal.aborted) tell({ type: 'lost', runId, error: toAppError(error) });
  }
}

/** The time to wait for a run to stop, which usually takes much less. */
const stopMs = 5000;

/** Stops a run and waits until it has ended, so that the next one runs alone. */
export async function stopRun(client: Client, runId: RunId): Promise<void> {
  const { status } = await client.runs.cancel(runId);
  if (status !== 'queued' && status !== 'running') return;
  const signal = AbortSignal.timeout(stopMs);
  for await (const event of client.runs.events(runId, { signal })) if (event.type === 'run-end') return;
}

export interface CheckedView {
  check: Check | null;
  view: PanelView;
}

/** Returns the panel with the check of its summary. Verdicts are shown as they arrive. */
export function useCheckedView({ view, readAnew }: EntryPanel): CheckedView {
  const { shown } = view;
  const isChecked = (shown?.summary.grounding?.sentences.length ?? 0) > 0;
  const target = shown === null || !isChecked ? null : { kind: 'summary' as const, id: shown.summary.runId };
  const check = useCheck({ target, text: shown?.summary.text ?? '', onChanged: readAnew });
  const arrived = check?.arrived ?? null;
  const merged = useMemo(() => {
    const grounding = shown?.summary.grounding ?? null;
    if (shown === null || grounding === null || arrived === null) return shown;
    return { ...shown, summary: { ...shown.summary, grounding: mergeArrived(grounding, arrived) } };
    // `arrived` is a new object with every render, but its list of opinions is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, arrived?.opinions]);
  return { check, view: merged === shown ? view : { ...view, shown: merged } };
}
