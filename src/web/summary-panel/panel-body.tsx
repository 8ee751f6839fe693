import { useRef } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { PanelState } from './panel-state.ts';
import { SummaryText } from './summary-text.tsx';
import { useFollowTail } from './use-follow-tail.ts';

interface PanelBodyProps {
  state: PanelState;
  targetLanguage: string;
  emptyNext: string;
}

/**
 * The old summary and the new one lie in the same place. The old one is dimmed as soon as another is asked for, and
 * is written over line by line; should the new run fail, it is still there.
 */
export function PanelBody({ state, targetLanguage, emptyNext }: PanelBodyProps) {
  const { panel } = useStrings();
  const paneRef = useRef<HTMLDivElement>(null);
  const tailRef = useRef<HTMLDivElement>(null);
  const { shown, followed, phase } = state;
  const running = phase !== 'idle';
  // Half a text is worth showing only where nothing whole is in its place.
  const growing = running || shown === null ? (followed?.text ?? '') : '';
  useFollowTail(paneRef, tailRef, running ? growing : '');

  if (shown === null && growing === '' && !running && state.outcome === null) {
    return (
      <div className="px-4 py-5 text-muted lg:px-6">
        <p className="text-base text-ink">{panel.empty}</p>
        <p className="mt-1 max-w-[46ch]">{emptyNext}</p>
      </div>
    );
  }
  return (
    <div
      ref={paneRef}
      aria-busy={running}
      className="min-h-0 flex-1 px-4 pt-5 pb-8 lg:overflow-y-auto lg:px-6"
    >
      <div className="grid">
        {shown === null ? null : (
          <div
            data-testid="shown-summary"
            aria-hidden={running}
            className={`min-w-0 [grid-area:1/1] ${running ? 'opacity-40' : ''} transition-opacity`}
          >
            <SummaryText text={shown.text} language={shown.run.outputLanguage ?? shown.run.targetLanguage} />
          </div>
        )}
        {growing === '' ? null : (
          <div
            ref={tailRef}
            data-testid="growing-summary"
            className={`written-over relative min-w-0 self-start pb-7 [grid-area:1/1] ${running ? '' : 'opacity-60'}`}
          >
            <SummaryText text={growing} language={targetLanguage} growing={running} />
          </div>
        )}
      </div>
    </div>
  );
}
