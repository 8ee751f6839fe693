import { useMedia } from '#web/controls/layout/use-media.ts';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import { useKeptState } from '#web/kept/use-kept-state.ts';

export type Dock = 'below' | 'beside';

/** Where the panel is, which persists across browser restarts. */
export interface PanelPlace {
  dock: Dock;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Null where the screen is too narrow for a choice. */
  setDock: ((dock: Dock) => void) | null;
}

/** From this width, an article and its summary fit beside each other and a list. */
const wide = '(min-width: 80rem)';

export function usePanelPlace(): PanelPlace {
  const [isOpen, setOpen] = useKeptOpen('precis.panel');
  const [dock, setDock] = useKeptState<Dock>({ key: 'precis.panel-dock', area: 'local', parse });
  const isWide = useMedia(wide);
  return { dock: isWide ? dock : 'below', isOpen, setOpen, setDock: isWide ? setDock : null };
}

function parse(stored: string | null): Dock {
  return stored === 'beside' ? 'beside' : 'below';
}
