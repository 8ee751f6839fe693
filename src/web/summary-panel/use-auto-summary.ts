import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { isAutoSummarized } from './auto-rule.ts';
import { stopRun } from './follow-summary.ts';
import type { EntryPanel } from './use-entry-panel.ts';

/** Entries that are only passed by cost nothing. */
const debounceMs = 600;

interface AutoSummary {
  panel: EntryPanel;
  head: EntryHead | null;
  subscriptions: Subscriptions;
  isSwitchedOn: boolean;
}

/**
 * Summarizes the open entry automatically if it has no summary at all and nothing else is in progress. An automatic run
 * for the previous entry is stopped first; a run the user started is left alone. A background tab waits: the switch
 * applies to all tabs, and nobody sees what is open there.
 */
export function useAutoSummary({ panel, head, subscriptions, isSwitchedOn }: AutoSummary): void {
  const client = useClient();
  const last = useRef<Promise<RunId | null>>(Promise.resolve(null));
  const { values } = useAppSession();
  const isVisible = usePageVisible();
  const { state } = panel;
  const isIdle = state.pending === null && state.run === null && state.outcome === null;
  const isDue =
    head !== null &&
    head.id === state.entryId &&
    state.stored?.length === 0 &&
    isIdle &&
    isAutoSummarized(head, subscriptions, isSwitchedOn) &&
    isVisible &&
    !values.leftAlone.includes(head.id);
  const dueId = isDue ? head.id : null;

  const order = useRef(panel.order);
  useEffect(() => {
    order.current = panel.order;
  });

  useEffect(() => {
    if (dueId === null) return undefined;
    let isWanted = true;
    async function begin(): Promise<void> {
      const before = await last.current;
      // If the server is unreachable, there is nothing to stop.
      if (before !== null) await stopRun(client, before).catch(() => {});
      if (isWanted) last.current = order.current({ trigger: 'auto' });
    }
    const timer = setTimeout(() => void begin(), debounceMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, dueId]);
}

/** Whether the tab is in front, or in its own visible window. */
function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
