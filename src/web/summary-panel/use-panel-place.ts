import { useMedia, usePhone } from '#web/controls/layout/use-media.ts';
import { useKeptOpen, useKeptState } from '#web/kept-state.ts';

export type Dock = 'below' | 'beside';

/** The place of the panel. Except for a sheet, it is kept across browser restarts. */
export interface PanelPlace {
  dock: Dock;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Null where the screen is too narrow for a choice. */
  setDock: ((dock: Dock) => void) | null;
  /** The sheet on a phone, or null elsewhere. Its stop lasts as long as the tab. */
  sheet: Sheet | null;
}

/** From this width on, a list, an article and its summary fit beside each other. */
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

/** The stops where the sheet rests, from the smallest height to the largest. */
export const sheetStops = ['handle', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

export interface Sheet {
  stop: SheetStop;
  moveTo(stop: SheetStop): void;
}

/** The height of one line, which is large enough for a finger. */
const handlePx = 56;
/** The part of the article that the largest sheet leaves visible, which is the bar with the way back. */
const barPx = 56;
/** The smallest height of the half-open sheet. On a low screen, half of it would hold only the buttons. */
const halfMinPx = 304;

/** The heights of a sheet at rest in CSS. `measureStops` has the same in pixels for a sheet that is dragged. */
export const sheetHeights: Record<SheetStop, string> = {
  handle: `${handlePx}px`,
  half: `min(max(50%, ${halfMinPx}px), 100% - ${barPx}px)`,
  full: `calc(100% - ${barPx}px)`,
};

/** Returns the heights in pixels. `roomPx` is the height that the sheet and the article share. */
export function measureStops(roomPx: number): Record<SheetStop, number> {
  const full = roomPx - barPx;
  return { handle: handlePx, half: Math.min(Math.max(roomPx / 2, halfMinPx), full), full };
}

export function parseStop(stored: string | null): SheetStop {
  return sheetStops.find((stop) => stop === stored) ?? 'half';
}

/** Returns the next larger or smaller stop, or the same one at the end. */
export function stepStop(stop: SheetStop, by: 1 | -1): SheetStop {
  return sheetStops[sheetStops.indexOf(stop) + by] ?? stop;
}

/** Returns the next larger stop. The smallest stop follows the largest. */
export function cycleStop(stop: SheetStop): SheetStop {
  return stop === 'full' ? 'handle' : stepStop(stop, 1);
}

interface LetGo {
  height: number;
  /** The speed in pixels per millisecond, which is positive while the sheet grows. */
  speed: number;
  heights: Record<SheetStop, number>;
}

/** A finger that leaves the screen more slowly than this has stopped. */
const flickSpeed = 0.4;

/** Returns the stop where a sheet comes to rest: the nearest one, or after a flick the next one in its direction. */
export function settle({ height, speed, heights }: LetGo): SheetStop {
  if (speed > flickSpeed) return sheetStops.find((stop) => heights[stop] > height) ?? 'full';
  if (speed < -flickSpeed) return sheetStops.findLast((stop) => heights[stop] < height) ?? 'handle';
  const distance = (stop: SheetStop) => Math.abs(heights[stop] - height);
  return sheetStops.reduce((nearest, stop) => (distance(stop) < distance(nearest) ? stop : nearest));
}
