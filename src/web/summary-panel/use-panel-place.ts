import { useMedia, usePhone } from '#web/controls/layout/use-media.ts';
import { useKeptOpen, useKeptState } from '#web/kept-state.ts';

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

/** Where the sheet rests, from the smallest height to the largest. */
export const sheetStops = ['handle', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

export interface Sheet {
  stop: SheetStop;
  moveTo(stop: SheetStop): void;
}

/** One line, large enough for a finger. */
const handlePx = 56;
/** What the largest sheet leaves of the article: its bar, with the way back. */
const barPx = 56;
/** On a low screen, half of it would hold the buttons only. */
const halfMinPx = 304;

/** Of a sheet at rest, in CSS; `measureStops` has the same in pixels, for a sheet that is dragged. */
export const sheetHeights: Record<SheetStop, string> = {
  handle: `${handlePx}px`,
  half: `min(max(50%, ${halfMinPx}px), 100% - ${barPx}px)`,
  full: `calc(100% - ${barPx}px)`,
};

/** `roomPx` is what the sheet and the article share. */
export function measureStops(roomPx: number): Record<SheetStop, number> {
  const full = roomPx - barPx;
  return { handle: handlePx, half: Math.min(Math.max(roomPx / 2, halfMinPx), full), full };
}

export function parseStop(stored: string | null): SheetStop {
  return sheetStops.find((stop) => stop === stored) ?? 'half';
}

/** The next larger or smaller stop; the same one at the end. */
export function stepStop(stop: SheetStop, by: 1 | -1): SheetStop {
  return sheetStops[sheetStops.indexOf(stop) + by] ?? stop;
}

/** The next larger stop, and after the largest the smallest. */
export function cycleStop(stop: SheetStop): SheetStop {
  return stop === 'full' ? 'handle' : stepStop(stop, 1);
}

interface LetGo {
  height: number;
  /** In pixels per millisecond; positive while the sheet grows. */
  speed: number;
  heights: Record<SheetStop, number>;
}

/** A finger that leaves the screen slower than this has stopped. */
const flickSpeed = 0.4;

/** Where a sheet that was let go comes to rest: at the nearest stop, or after a flick at the next in its direction. */
export function settle({ height, speed, heights }: LetGo): SheetStop {
  if (speed > flickSpeed) return sheetStops.find((stop) => heights[stop] > height) ?? 'full';
  if (speed < -flickSpeed) return sheetStops.findLast((stop) => heights[stop] < height) ?? 'handle';
  const distance = (stop: SheetStop) => Math.abs(heights[stop] - height);
  return sheetStops.reduce((nearest, stop) => (distance(stop) < distance(nearest) ? stop : nearest));
}
