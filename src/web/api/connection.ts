import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import { wait } from '#client/wait.ts';
import type { AppError } from '#schema/app-error.ts';

const Context = createContext<Reachability | null>(null);

export const ReachabilityProvider = Context.Provider;

export function useReachability(): Reachability {
  const reachability = useContext(Context);
  if (reachability === null) throw new Error('useReachability must be used inside its provider');
  return reachability;
}

export interface Reachability {
  /** A fetch that tracks whether the server responds. */
  fetch(input: Request, init?: RequestInit): Promise<Response>;
  isAway(): boolean;
  /** When the server stopped responding; null while it responds. */
  awaySince(): number | null;
  look(): Promise<boolean>;
  /** Restarts every event stream: none can be trusted after sleep or a network change. */
  renewStreams(): void;
  subscribe(listener: () => void): () => void;
}

interface Watched {
  fetch: Reachability['fetch'];
  healthUrl: string;
}

/** A slower response triggers a liveness check. Pages and models can legitimately be slow. */
const slowMs = 10_000;
/** A running server answers the liveness check within a few milliseconds. */
const signMs = 5_000;

/** Every request of the app uses this fetch, so the connection notice needs no polling. */
export function watchReachability({ fetch, healthUrl }: Watched): Reachability {
  const listeners = new Set<() => void>();
  let away: number | null = null;
  let renewal = new AbortController();

  function set(isAway: boolean): void {
    if (isAway === (away !== null)) return;
    away = isAway ? Date.now() : null;
    for (const listener of listeners) listener();
  }

  async function look(): Promise<boolean> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), signMs);
    try {
      set(isStandIn(await fetch(new Request(healthUrl, { signal: late.signal }))));
    } catch {
      set(true);
    } finally {
      clearTimeout(timer);
    }
    return away === null;
  }

  /** Without this, a request to a hung server would wait forever. */
  function watchAnswer(given: AbortController): () => void {
    async function check(): Promise<void> {
      if (!(await look())) given.abort(new TypeError('the server does not answer'));
    }
    const timer = setInterval(() => void check(), slowMs);
    return () => clearInterval(timer);
  }

  return {
    async fetch(input, init) {
      const unanswered = new AbortController();
      const stopWatching = watchAnswer(unanswered);
      const signals = [input.signal, unanswered.signal, ...(isStream(input) ? [renewal.signal] : [])];
      try {
        const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
        set(isStandIn(response));
        return response;
      } catch (error) {
        // A cancelled request says nothing about the server.
        if (!input.signal.aborted) set(true);
        throw error;
      } finally {
        stopWatching();
      }
    },
    isAway: () => away !== null,
    awaySince: () => away,
    look,
    renewStreams() {
      renewal.abort();
      renewal = new AbortController();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether a proxy answered for a server that is down. The server itself reports failures as problem documents. */
export function isStandIn({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && headers.get('content-type') !== 'application/problem+json';
}

function isStream({ headers }: Request): boolean {
  return headers.get('accept') === 'text/event-stream';
}

const lookEveryMs = 2_000;

/** Refetches what failed while the server was unreachable. */
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

/** Calls `takeUp` as soon as the server responds again after a connection was lost. */
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

/** Resolves when the server responds again. The result is false if the signal aborts first. */
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
    // Browsers throttle timers in hidden tabs, so a late tick there does not mean that the machine slept.
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

/** Browsers allow six HTTP/1.1 connections per server across all tabs, so hidden tabs release theirs. */
export function watchWhileVisible(watch: (signal: AbortSignal) => Promise<void>): () => void {
  let watching: AbortController | null = null;

  function follow(): void {
    if (document.visibilityState === 'hidden') {
      watching?.abort();
      watching = null;
    } else if (watching === null) {
      watching = new AbortController();
      void watch(watching.signal);
    }
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    watching?.abort();
  };
}
