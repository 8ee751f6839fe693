import { useEffect, useRef } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { isAutoSummarized } from './auto-rule.ts';
import { stopRun } from './follow-summary.ts';
import { isLeftAlone } from './left-alone.ts';
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
 * Summarizes the open entry by itself, when it has no summary at all and nothing else is under way. The run that was
 * begun so for the entry before is stopped first; a run that the reader ordered is left alone.
 */
export function useAutoSummary({ panel, head, subscriptions, isSwitchedOn }: AutoSummary): void {
  const client = useClient();
  const last = useRef<Promise<RunId | null>>(Promise.resolve(null));
  const { state } = panel;
  const isIdle = state.pending === null && state.run === null && state.outcome === null;
  const isDue =
    head !== null &&
    head.id === state.entryId &&
    state.stored?.length === 0 &&
    isIdle &&
    isAutoSummarized(head, subscriptions, isSwitchedOn) &&
    !isLeftAlone(head.id);
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
      // Where the server is away, nothing runs that could be stopped.
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
