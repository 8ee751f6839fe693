import { useMedia } from '#web/controls/layout/use-media.ts';
import { usePhone } from '#web/controls/layout/use-phone.ts';
import { useKeptOpen } from '#web/kept/use-kept-open.ts';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import { parseStop, type Sheet, type SheetStop } from './sheet/sheet-stops.ts';

export type Dock = 'below' | 'beside';

/** Where the panel is. Except for a sheet, that persists across browser restarts. */
export interface PanelPlace {
  dock: Dock;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Null where the screen is too narrow for a choice. */
  setDock: ((dock: Dock) => void) | null;
  /** On a phone; its stop lasts as long as the tab. */
  sheet: Sheet | null;
}

/** From this width, an article and its summary fit beside each other and a list. */
const wide = '(min-width: 80rem)';

export function usePanelPlace(): PanelPlace {
  const [isOpen, setOpen] = useKeptOpen('precis.panel');
  const [dock, setDock] = useKeptState<Dock>({ key: 'precis.panel-dock', area: 'local', parse });
  const [stop, moveTo] = useKeptState<SheetStop>({
    key: 'precis.panel-stop',
    area: 'session',
    parse: parseStop,
  });
  const isWide = useMedia(wide);
  const isPhone = usePhone();
  if (isPhone) {
    return {
      dock: 'below',
      isOpen: stop !== 'handle',
      setOpen(open) {
        if (open !== (stop !== 'handle')) moveTo(open ? 'half' : 'handle');
      },
      setDock: null,
      sheet: { stop, moveTo },
    };
  }
  return { dock: isWide ? dock : 'below', isOpen, setOpen, setDock: isWide ? setDock : null, sheet: null };
}

function parse(stored: string | null): Dock {
  return stored === 'beside' ? 'beside' : 'below';
}
