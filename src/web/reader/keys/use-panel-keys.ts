import type { PanelActions, PanelKeys } from '#web/summary-panel/actions/use-panel-actions.ts';
import { keyOf } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

export const panelKeys: PanelKeys = {
  summary: keyOf('summary'),
  abort: keyOf('abort'),
  copy: keyOf('copy'),
  detail: keyOf('detail'),
  language: keyOf('language'),
  dock: keyOf('dock'),
};

/** The keys of the Summary Panel, while it is on screen. */
export function usePanelKeys(
  { summarize, abort, copy, nextDetail, goToLanguage, moveDock }: PanelActions,
  isHere: boolean,
): void {
  const press = (action: (() => void) | null) => () => {
    if (!isHere || action === null) return false;
    action();
    return true;
  };
  useShortcuts({
    summary: press(summarize),
    abort: press(abort),
    copy: press(copy),
    detail: press(nextDetail),
    language: press(goToLanguage),
    dock: press(moveDock),
  });
}
