import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { readerKeys } from '#web/reader/reader-queries.ts';
import type { Offline, OfflineState } from './create-offline.ts';

const Context = createContext<Offline | null>(null);

export const OfflineProvider = Context.Provider;

/** Null if the browser cannot store data for this page. */
export function useOffline(): Offline | null {
  return useContext(Context);
}

const nothing: OfflineState = { isOn: false, keptAt: null, waiting: 0, isShown: false };
const never = () => () => {};

export function useOfflineState(): OfflineState {
  const offline = useOffline();
  return useSyncExternalStore(offline?.subscribe ?? never, offline?.get ?? (() => nothing));
}

/** Refetches lists once the server responds again, because lists from stored data have no further pages. */
export function useReturnFromKept(): void {
  const { isShown } = useOfflineState();
  const queryClient = useQueryClient();
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !isShown) void queryClient.invalidateQueries({ queryKey: readerKeys.lists() });
    wasShown.current = isShown;
  }, [isShown, queryClient]);
}
