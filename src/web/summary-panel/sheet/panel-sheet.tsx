import { type ReactNode, useRef } from 'react';
import { useKeptFocus } from '#web/controls/layout/use-kept-focus.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryButton } from '#web/summary-panel/actions/summary-button.tsx';
import type { PanelControls, PanelKeys } from '#web/summary-panel/actions/use-panel-actions.ts';
import type { PanelView } from '#web/summary-panel/panel-view.ts';
import { SheetHandle } from './sheet-handle.tsx';
import { type Sheet, sheetHeights } from './sheet-stops.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

interface PanelSheetProps {
  sheet: Sheet;
  view: PanelView;
  isKnown: boolean;
  controls: PanelControls;
  keys: PanelKeys;
  /** Below the handle. */
  children: ReactNode;
}

/**
 * The Summary Panel on a phone: a sheet below the article that is dragged to one of three heights. The article gives up
 * as much room as the sheet takes, so both can be read and scrolled.
 */
export function PanelSheet({ sheet, view, isKnown, controls, keys, children }: PanelSheetProps) {
  const { panel: words } = useStrings();
  const handleRef = useRef<HTMLButtonElement>(null);
  const kept = useKeptFocus<HTMLElement>(handleRef);
  const { isDragged, isClick, handlers } = useSheetDrag(kept.ref, sheet);

  return (
    <section
      {...kept}
      aria-label={words.heading}
      data-dock="below"
      data-stop={sheet.stop}
      style={{ height: sheetHeights[sheet.stop] }}
      className={`@container relative z-10 flex min-h-0 shrink-0 flex-col overflow-clip rounded-t-2xl border-t border-line bg-surface shadow-[0_-2px_12px_rgb(0_0_0/0.08)] ${
        isDragged ? '' : 'transition-[height] duration-150 ease-out'
      }`}
    >
      <span
        aria-hidden
        className="pointer-events-none absolute top-1.5 left-1/2 z-10 h-1 w-9 -translate-x-1/2 rounded-full bg-edge/70"
      />
      <div className="flex h-[55px] shrink-0 items-center gap-2 pe-3">
        <SheetHandle
          sheet={sheet}
          view={view}
          isKnown={isKnown}
          isClick={isClick}
          handlers={handlers}
          handleRef={handleRef}
        />
        {/* In one line, a summary needs all of it. */}
        {sheet.stop === 'handle' && view.shown !== null ? null : (
          <SummaryButton controls={controls} keys={keys} />
        )}
      </div>
      {sheet.stop === 'handle' && !isDragged ? null : children}
    </section>
  );
}
