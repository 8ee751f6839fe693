import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRecovery } from '#web/api/use-recovery.ts';
import { DialogSoon } from '#web/controls/lazy/dialog-soon.ts';
import { lazyPart } from '#web/controls/lazy/lazy-part.ts';
import { usePreload } from '#web/controls/lazy/use-preload.ts';
import { useReturnFromKept } from '#web/offline/offline-provider.tsx';
import { createCommandRegistry } from '#web/palette/command-registry.ts';
import { CommandsProvider } from '#web/palette/use-commands.ts';
import { useSearchKeys } from '#web/search/search-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Rail } from './rail.tsx';
import { RailPopover } from './rail-popover-button.tsx';

const PalettePart = lazyPart(async () => (await import('./palette-part.tsx')).PalettePart, DialogSoon);
const laterParts = [PalettePart, RailPopover];
/** The first screen and what it loads come first. */
const settleMs = 1000;

/** The frame of every screen: a rail at the side, or a bar at the bottom on narrow screens, and the screen. */
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

/** A new screen counts as a new page: the next Tab starts at its top, and a screen reader announces it. */
function useFocusOnNewScreen(mainRef: React.RefObject<HTMLElement | null>): void {
  // Places inside a screen manage the focus themselves.
  const screen = useRouterState({ select: (state) => state.resolvedLocation?.pathname.split('/')[1] });
  const last = useRef(screen);
  useEffect(() => {
    if (screen === undefined || screen === last.current) return;
    // A field that the new screen has focused keeps the focus.
    const isWriting = document.activeElement?.matches('main textarea, main input') === true;
    if (last.current !== undefined && !isWriting) mainRef.current?.focus();
    last.current = screen;
  }, [screen, mainRef]);
}
