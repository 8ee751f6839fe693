import { RefreshCw } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { describeRefresh, type Refresh } from '#web/reader/use-refresh.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { enoughPx, usePull } from './use-pull.ts';
import { usePulledRefresh } from './use-pulled-refresh.ts';

interface PullToRefreshProps {
  refresh: Refresh;
  /** What scrolls, if there is anything to scroll. */
  paneRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const openPx = 44;

/** Pulled down on a touch screen, the list fetches all feeds, and says above its first row how far that is. */
export function PullToRefresh({ refresh, paneRef, children }: PullToRefreshProps) {
  const { reader, problem } = useStrings();
  const areaRef = useRef<HTMLDivElement>(null);
  const lineRef = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState<'no' | 'little' | 'enough'>('no');
  const { isBusy, shown, error, start, dismiss } = usePulledRefresh(refresh);
  const told = shown !== null ? describeRefresh(shown, reader.feeds) : isBusy ? reader.list.refreshing : null;
  const height = told === null ? '0px' : `${openPx}px`;

  // The height follows the finger without rendering the list again.
  const grow = (css: string) => lineRef.current?.style.setProperty('height', css);
  usePull({
    areaRef,
    isAtTop: () => (paneRef.current?.scrollTop ?? 0) <= 0,
    onPull(px) {
      setPulled(px === null ? 'no' : px < enoughPx ? 'little' : 'enough');
      grow(px === null ? height : `${px}px`);
    },
    onEnough() {
      grow(`${openPx}px`);
      if (!isBusy) void start();
    },
  });

  return (
    <div ref={areaRef} className="flex min-h-0 flex-1 flex-col">
      <div
        ref={lineRef}
        data-testid="pull"
        style={{ height }}
        className={`flex shrink-0 flex-col justify-end overflow-clip text-xs text-muted ${
          pulled === 'no' ? 'transition-[height] duration-150 ease-out' : ''
        }`}
      >
        <div className="flex h-11 shrink-0 items-center justify-center gap-2">
          <RefreshCw
            aria-hidden
            className={`size-4 transition-transform ${isBusy ? 'animate-spin' : pulled === 'enough' ? 'rotate-180' : ''}`}
          />
          {pulled === 'no' ? null : (
            <span aria-hidden>{pulled === 'enough' ? reader.list.release : reader.list.pull}</span>
          )}
          <output className="numeric">{pulled === 'no' ? told : null}</output>
        </div>
      </div>
      {error === null ? null : (
        <div className="p-3">
          <ErrorNotice error={error}>
            <Button look="quiet" onClick={dismiss}>
              {problem.dismiss}
            </Button>
          </ErrorNotice>
        </div>
      )}
      {children}
    </div>
  );
}
