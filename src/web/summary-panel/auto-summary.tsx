import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useModels } from '#web/api/list-queries.ts';
import { useSettings } from '#web/api/queries.ts';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { isPaid, useAcceptedModels } from '#web/controls/model-costs.ts';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type EntryPanel, stopRun } from './use-entry-panel.ts';

interface AutoCostNoteProps {
  auto: { isOn: boolean; setOn(isOn: boolean): void };
}

/** Warns that auto-summary costs money, until the user accepts this for the model. */
export function AutoCostNote({ auto }: AutoCostNoteProps) {
  const { panel } = useStrings();
  const { data: settings = defaultSettings } = useSettings();
  const { data: models = [] } = useModels();
  const { isAccepted, accept } = useAcceptedModels('precis.auto-cost-accepted');
  const { primaryModelProfileId, fallbackModelProfileId } = settings.summaryAgent;
  const paid = models
    .filter(({ id }) => id === primaryModelProfileId || id === fallbackModelProfileId)
    .find((model) => isPaid(model) && !isAccepted(model));
  if (!auto.isOn || paid === undefined) return null;
  return (
    <NoticeFrame tone="caution" title={panel.autoCost(paid.name)}>
      <p>{panel.autoCostNote}</p>
      <div className="mt-2 flex gap-2">
        <Button onClick={() => accept(paid)}>{panel.autoKeep}</Button>
        <Button look="quiet" onClick={() => auto.setOn(false)}>
          {panel.autoOff}
        </Button>
      </div>
    </NoticeFrame>
  );
}

/** The delay before a summary starts, so that entries that are only passed by cost nothing. */
const debounceMs = 600;

interface AutoSummary {
  panel: EntryPanel;
  head: EntryHead | null;
  subscriptions: Subscriptions;
  isSwitchedOn: boolean;
}

/**
 * Summarizes the open entry automatically if it has no summary and nothing else is in progress. An automatic run for
 * the previous entry is stopped first, but a run that the user started is left alone. A background tab waits, because
 * the switch applies to all tabs and nobody sees what is open there.
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

/** Whether an entry is summarized when it is opened. Its feed decides, else its folder, else the switch. */
export function isAutoSummarized(
  head: Pick<EntryHead, 'feedId'>,
  { feeds, folders }: Pick<Subscriptions, 'feeds' | 'folders'>,
  isSwitchedOn: boolean,
): boolean {
  const feed = feeds.find(({ id }) => id === head.feedId);
  const folder = folders.find(({ id }) => id === feed?.folderId);
  const rules = [feed?.autoSummary, folder?.autoSummary];
  const rule = rules.find((one) => one === 'always' || one === 'never');
  return rule === undefined ? isSwitchedOn : rule === 'always';
}
