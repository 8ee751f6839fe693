import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { RefreshProgress } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { describeRefresh, type Refresh, toldMs } from '#web/reader/feed-actions.ts';
import { readerKeys } from '#web/reader/reader-queries.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface PullToRefreshProps {
  refresh: Refresh;
  /** The element that scrolls, if there is anything to scroll. */
  paneRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const openPx = 44;

/** Refreshes all feeds when the list is pulled down on a touch screen, and shows the progress above the first row. */
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

type State =
  | { kind: 'idle' | 'asked' | 'running' }
  | { kind: 'done'; result: RefreshProgress }
  | { kind: 'failed'; error: unknown };

/** Follows a refresh that was started here, until its result has been shown. */
function usePulledRefresh({ begin }: Refresh) {
  // The answer to the start is known here before the Reader is rendered with it.
  const progress = useQueryClient().getQueryData<RefreshProgress>(readerKeys.refresh()) ?? null;
  const [state, setState] = useState<State>({ kind: 'idle' });
  if (state.kind === 'running' && progress !== null && !progress.running)
    setState({ kind: 'done', result: progress });

  useEffect(() => {
    if (state.kind !== 'done') return undefined;
    const timer = setTimeout(() => setState({ kind: 'idle' }), toldMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function start(): Promise<void> {
    setState({ kind: 'asked' });
    try {
      const begun = await begin.mutateAsync(null);
      setState(begun.running ? { kind: 'running' } : { kind: 'done', result: begun });
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  }

  return {
    isBusy: state.kind === 'asked' || state.kind === 'running',
    /** The progress or the result of the refresh. It is null before the server has answered. */
    shown: state.kind === 'running' ? progress : state.kind === 'done' ? state.result : null,
    error: state.kind === 'failed' ? state.error : null,
    start,
    dismiss: () => setState({ kind: 'idle' }),
  };
}

/** A touch that moves less is a tap. */
const slackPx = 4;
/** The list follows the finger at this share of its speed. */
const share = 0.5;
const maxPx = 96;
/** The list is refreshed if it was pulled this far. */
const enoughPx = 56;

interface PullOptions {
  areaRef: RefObject<HTMLElement | null>;
  isAtTop(): boolean;
  /** Is called with each move. It gets null when the finger has left or does something else. */
  onPull(px: number | null): void;
  /** Is called when the finger leaves after a pull that was long enough. */
  onEnough(): void;
}

interface Touched {
  x: number;
  y: number;
  /** Null until the finger moves. */
  pulledPx: number | null;
}

/**
 * Follows a finger that pulls the list down at its top. It uses touch events, because the browser ends pointer events
 * when it scrolls.
 */
function usePull({ areaRef, ...callbacks }: PullOptions): void {
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  useEffect(() => {
    const area = areaRef.current;
    if (area === null) return undefined;
    let touched: Touched | null = null;
    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener('touchstart', start, { passive: true, signal });
    area.addEventListener('touchmove', move, { passive: false, signal });
    area.addEventListener('touchend', end, { passive: true, signal });
    area.addEventListener('touchcancel', letGo, { passive: true, signal });
    return () => listening.abort();

    function start({ touches }: TouchEvent): void {
      const first = touches[0];
      letGo();
      if (first === undefined || touches.length > 1 || !latest.current.isAtTop()) return;
      touched = { x: first.clientX, y: first.clientY, pulledPx: null };
    }

    function move(event: TouchEvent): void {
      const first = event.touches[0];
      if (touched === null || first === undefined) return;
      const [movedX, movedY] = [first.clientX - touched.x, first.clientY - touched.y];
      if (touched.pulledPx === null) {
        if (Math.hypot(movedX, movedY) < slackPx) return;
        // A finger that moves up or sideways scrolls or swipes, and two fingers zoom.
        if (event.touches.length > 1 || movedY <= Math.abs(movedX) || !event.cancelable) {
          touched = null;
          return;
        }
      }
      event.preventDefault();
      touched.pulledPx = Math.min(maxPx, Math.max(0, movedY * share));
      latest.current.onPull(touched.pulledPx);
    }

    function end(): void {
      const isEnough = (touched?.pulledPx ?? 0) >= enoughPx;
      letGo();
      if (isEnough) latest.current.onEnough();
    }

    function letGo(): void {
      if (touched !== null && touched.pulledPx !== null) latest.current.onPull(null);
      touched = null;
    }
  }, [areaRef]);
}
