import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { builtinModelProfileId } from '#schema/ids.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useModels } from '#web/api/list-queries.ts';
import { useSettings } from '#web/api/queries.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryText } from '#web/summary-panel/text/summary-text.tsx';
import { GroundedText } from './grounding/grounded-text.tsx';
import type { SummarySource } from './grounding/sentence-passages.ts';
import type { PanelView } from './panel-view.ts';

interface PanelBodyProps {
  view: PanelView;
  /** Whether the stored summaries are known. */
  isKnown: boolean;
  /** Whether something else is shown in place of the text. */
  isHidden: boolean;
  source: SummarySource | null;
  /** The header and the footer scroll with the text. */
  header?: ReactNode;
  footer?: ReactNode;
  /** The notices above the text. */
  children: ReactNode;
}

/**
 * Shows the old and the new summary in the same place. The old one is dimmed as soon as another is requested, and is
 * then overwritten line by line. If the new run fails, the old summary is still there.
 */
export function PanelBody(props: PanelBodyProps) {
  const { view, isKnown, isHidden, source, header, footer, children } = props;
  const { panel } = useStrings();
  const paneRef = useRef<HTMLDivElement>(null);
  const tailRef = useRef<HTMLDivElement>(null);
  const { choice, shown, run, starting, outcome } = view;
  const isRunning = run !== null || starting;
  // A partial text is shown only if there is no complete one.
  const growing = isRunning || shown === null ? view.partial : '';
  useFollowTail(paneRef, tailRef, isRunning ? growing : '');
  const isEmpty = shown === null && growing === '' && !isRunning && outcome === null && isKnown;

  return (
    <div
      ref={paneRef}
      {...scrollable}
      aria-busy={isRunning}
      // The pane is positioned, so that hidden text for screen readers scrolls with it and not with the page.
      className="relative min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-5 -outline-offset-2"
    >
      {header}
      <div className="mb-4 max-w-[36em] space-y-3 empty:hidden">{children}</div>
      {isHidden ? null : isEmpty ? (
        <EmptySlot choice={choice} />
      ) : (
        <div className="grid">
          {shown === null ? null : (
            <div
              data-testid="shown-summary"
              data-printed={panel.heading}
              inert={isRunning}
              className={`min-w-0 [grid-area:1/1] ${isRunning ? 'opacity-40' : ''} transition-opacity`}
            >
              <GroundedText
                // A correction changes the text, so all positions in it change too.
                key={`${shown.summary.runId} ${shown.summary.text}`}
                summary={shown.summary}
                language={shown.summary.outputLanguage ?? choice.targetLanguage}
                source={source}
              />
            </div>
          )}
          {growing === '' ? null : (
            <div
              ref={tailRef}
              data-testid="growing-summary"
              className={`relative min-w-0 self-start bg-surface pb-1 [grid-area:1/1] ${isRunning ? '' : 'opacity-60'}`}
            >
              <SummaryText compact text={growing} language={choice.targetLanguage} growing={isRunning} />
            </div>
          )}
        </div>
      )}
      {footer}
    </div>
  );
}

function EmptySlot({ choice }: { choice: PanelView['choice'] }) {
  const { panel, translation } = useStrings();
  const { data: settings = defaultSettings } = useSettings();
  const { data: models = [] } = useModels();
  const isOffline = settings.summaryAgent.primaryModelProfileId === builtinModelProfileId;
  const unused = models.find(({ id }) => id !== builtinModelProfileId);
  const offline = unused === undefined ? panel.emptyOffline : panel.emptyUnused(unused.name);
  return (
    <div data-testid="empty-slot" className="text-muted">
      <p className="text-ink">
        {panel.emptySlot(ownLanguageName(choice.targetLanguage), panel.detail[choice.detailLevel])}
      </p>
      {choice.of === undefined ? null : <p>{translation.summaryOf.empty}</p>}
      <p className="mt-0.5 max-w-[33em]">{isOffline ? offline : panel.emptyNext}</p>
    </div>
  );
}

/** A user this close to the end of the text wants to follow it. A user further up does not. */
const nearPx = 24;

/** A text that is available immediately is read from its start, so only slowly growing text is followed. */
const settleMs = 1000;

/** Keeps the end of a growing text visible inside its scrolling pane. A new text is shown from its top. */
function useFollowTail(
  pane: RefObject<HTMLElement | null>,
  tail: RefObject<HTMLElement | null>,
  text: string,
): void {
  const isNear = useRef(true);
  const begunAt = useRef<number | null>(null);

  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const look = () => {
      isNear.current = distance(element, tail.current) <= nearPx;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [pane, tail]);

  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null || text === '') {
      begunAt.current = null;
      return;
    }
    if (begunAt.current === null) {
      begunAt.current = performance.now();
      isNear.current = true;
      element.scrollTo({ top: 0 });
      return;
    }
    const missing = distance(element, tail.current);
    const isSlow = performance.now() - begunAt.current > settleMs;
    if (isSlow && isNear.current && missing > 0) element.scrollBy({ top: missing });
  }, [pane, tail, text]);
}

/** Returns how far the end of the text is below the visible area. */
function distance(pane: HTMLElement, tail: HTMLElement | null): number {
  if (tail === null) return 0;
  return tail.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom;
}
