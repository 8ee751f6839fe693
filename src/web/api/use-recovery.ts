import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { wait } from '#client/wait.ts';
import type { AppError } from '#schema/app-error.ts';
import { noticeWake } from './notice-wake.ts';
import type { Reachability } from './reachability.ts';
import { useReachability } from './reachability-provider.tsx';

const lookEveryMs = 2_000;

/** Finds out when the server went and came, and reads anew what could not be read meanwhile. */
export function useRecovery(): void {
  const reachability = useReachability();
  const queryClient = useQueryClient();

  useEffect(
    () =>
      reachability.subscribe(() => {
        if (reachability.isAway()) return;
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        });
      }),
    [reachability, queryClient],
  );

  useEffect(() => {
    // No network need not mean no server: it may be on this machine.
    const look = () => void reachability.look();
    window.addEventListener('offline', look);
    const stop = noticeWake(() => {
      reachability.renewStreams();
      look();
    });
    return () => {
      window.removeEventListener('offline', look);
      stop();
    };
  }, [reachability]);
}

/** Takes up again by itself what was lost with the connection, as soon as the server answers. */
export function useTakeUp(lost: AppError | null, takeUp: () => void): void {
  const reachability = useReachability();
  const latest = useRef(takeUp);
  useEffect(() => {
    latest.current = takeUp;
  });

  useEffect(() => {
    if (lost?.retry !== true) return undefined;
    const leaving = new AbortController();
    void untilBack(reachability, leaving.signal).then((isBack) => {
      if (isBack) latest.current();
    });
    return () => leaving.abort();
  }, [lost, reachability]);
}

/** False when the signal came first. */
export async function untilBack(reachability: Reachability, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await wait(lookEveryMs, signal);
    if (!signal.aborted && (await reachability.look())) break;
  }
  return !signal.aborted;
}
