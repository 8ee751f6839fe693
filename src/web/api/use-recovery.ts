import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { wait } from '#client/wait.ts';
import type { AppError } from '#schema/app-error.ts';
import type { Reachability } from './reachability.ts';
import { useReachability } from './reachability-provider.tsx';

const lookEveryMs = 2_000;

/** Tracks when the server goes down and comes back, and refetches what failed in between. */
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
    // Being offline does not mean the server is unreachable: it may run on this machine.
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

/** Resumes what was lost with the connection as soon as the server responds. */
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

/** False if the signal aborted first. */
export async function untilBack(reachability: Reachability, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await wait(lookEveryMs, signal);
    if (!signal.aborted && (await reachability.look())) break;
  }
  return !signal.aborted;
}

const tickMs = 5_000;
/** A tick this late means the machine slept; a busy machine delays ticks less. */
const sleptMs = 20_000;

/** Fires when the page may have silently lost its connections: after sleep or a network change. */
function noticeWake(onWake: () => void): () => void {
  let lastTick = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // Browsers throttle timers in hidden tabs.
    if (now - lastTick > sleptMs && document.visibilityState === 'visible') onWake();
    lastTick = now;
  }, tickMs);
  const forget = () => {
    lastTick = Date.now();
  };
  document.addEventListener('visibilitychange', forget);
  document.addEventListener('resume', onWake);
  window.addEventListener('online', onWake);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', forget);
    document.removeEventListener('resume', onWake);
    window.removeEventListener('online', onWake);
  };
}
