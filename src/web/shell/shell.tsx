import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useReachability, useRecovery } from '#web/api/connection.ts';
import { CommandsProvider, createCommandRegistry } from '#web/commands.ts';
import { Button } from '#web/controls/button.tsx';
import { useSearchKeys } from '#web/controls/keys.ts';
import { DialogSoon, lazyPart, usePreload } from '#web/controls/lazy.ts';
import { useOfflineState, useReturnFromKept } from '#web/offline/offline-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Rail } from './rail.tsx';
import { RailPopover } from './rail-popover-button.tsx';

const PalettePart = lazyPart(async () => (await import('./palette-part.tsx')).PalettePart, DialogSoon);
const laterParts = [PalettePart, RailPopover];
/** Delays background work, so that it does not compete with the first screen. */
const settleMs = 1000;

export function Shell() {
  const { shell } = useStrings();
  const mainRef = useRef<HTMLElement>(null);
  useRecovery();
  useReturnFromKept();
  useFocusOnNewScreen(mainRef);
  const [commands] = useState(createCommandRegistry);
  const [isSearching, setSearching] = useState(false);
  useSearchKeys(setSearching);
  const [hasSearched, setSearched] = useState(false);
  if (isSearching && !hasSearched) setSearched(true);
  usePreload(useIsSettled(), laterParts);

  return (
    <CommandsProvider value={commands}>
      <div className="flex h-dvh flex-col-reverse overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] md:flex-row md:pb-[env(safe-area-inset-bottom)]">
        <a
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            mainRef.current?.focus();
          }}
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:translate-y-0"
        >
          {shell.skip}
        </a>
        <Rail onSearch={() => setSearching(true)} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <main
            id="main"
            ref={mainRef}
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-none"
          >
            <Outlet />
          </main>
          <ConnectionNotice />
        </div>
        {hasSearched ? <PalettePart isOpen={isSearching} onClose={() => setSearching(false)} /> : null}
      </div>
    </CommandsProvider>
  );
}

function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** Focuses a new screen like a new page: the next Tab starts at its top, and a screen reader announces it. */
function useFocusOnNewScreen(mainRef: React.RefObject<HTMLElement | null>): void {
  // Navigation within a screen manages the focus itself.
  const screen = useRouterState({ select: (state) => state.resolvedLocation?.pathname.split('/')[1] });
  const last = useRef(screen);
  useEffect(() => {
    if (screen === undefined || screen === last.current) return;
    // If the new screen has already focused a text field, the field keeps the focus.
    const isWriting = document.activeElement?.matches('main textarea, main input') === true;
    if (last.current !== undefined && !isWriting) mainRef.current?.focus();
    last.current = screen;
  }, [screen, mainRef]);
}

const backShownMs = 4000;
/** A restart takes less time than this. After it, the notice shows since when the server is unreachable. */
const longMs = 20_000;

const stripClass = 'flex min-h-12 items-center justify-center gap-x-4 border-t border-line px-4 py-1.5';

/** Shows when the server is unreachable and when it is back, in its own strip that covers nothing. */
function ConnectionNotice() {
  const { shell } = useStrings();
  const reachability = useReachability();
  const since = useSyncExternalStore(reachability.subscribe, reachability.awaySince);
  const justBack = useJustBack(since !== null);

  return (
    <output className="block shrink-0">
      {since !== null ? (
        <Away key={since} since={since} />
      ) : justBack ? (
        <span className={`${stripClass} bg-surface`}>{shell.serverBack}</span>
      ) : null}
    </output>
  );
}

function Away({ since }: { since: number }) {
  const { shell } = useStrings();
  const reachability = useReachability();
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const isLong = useIsLong();
  const [isLooking, setLooking] = useState(false);

  async function look(): Promise<void> {
    setLooking(true);
    await reachability.look();
    setLooking(false);
  }

  return (
    <span className={`${stripClass} bg-caution-wash`}>
      <span className="min-w-0">
        <strong className="font-medium text-caution">{titleOf()}</strong>{' '}
        <AwayNote remedy={isOnline ? shell.serverAwayRemedy : shell.offlineRemedy} />
      </span>
      <Button disabled={isLooking} onClick={() => void look()}>
        {isLooking ? shell.looking : shell.lookNow}
      </Button>
    </span>
  );

  function titleOf(): string {
    if (!isOnline) return shell.offline;
    return isLong ? shell.serverAwaySince(since) : shell.serverAway;
  }
}

/** Shows a remedy, the age of stored data, and the number of unsent changes. A phone has no space for all of it. */
function AwayNote({ remedy }: { remedy: string }) {
  const { offline } = useStrings();
  const { isShown, keptAt, waiting } = useOfflineState();
  const shown = isShown && keptAt !== null ? offline.shown(keptAt) : null;
  return (
    <>
      <span className={shown === null ? '' : 'max-sm:hidden'}>{remedy}</span> {shown}{' '}
      {waiting > 0 ? offline.waiting(waiting) : null}
    </>
  );
}

function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

function useJustBack(away: boolean): boolean {
  const [wasAway, setWasAway] = useState(false);
  if (away && !wasAway) setWasAway(true);
  useEffect(() => {
    if (away || !wasAway) return undefined;
    const timer = setTimeout(() => setWasAway(false), backShownMs);
    return () => clearTimeout(timer);
  }, [away, wasAway]);
  return wasAway && !away;
}
