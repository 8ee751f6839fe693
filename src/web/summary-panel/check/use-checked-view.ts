import { useMemo } from 'react';
import type { PanelView } from '#web/summary-panel/panel-view.ts';
import type { EntryPanel } from '#web/summary-panel/use-entry-panel.ts';
import { mergeArrived } from './merge-arrived.ts';
import { type Check, useCheck } from './use-check.ts';

export interface CheckedView {
  check: Check | null;
  view: PanelView;
}

/** The panel with the check of its summary: verdicts are shown as they arrive. */
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
    // Built anew with every render; its list is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, arrived?.opinions]);
  return { check, view: merged === shown ? view : { ...view, shown: merged } };
}
