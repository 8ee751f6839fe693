import type { Clock } from './ports.ts';

/** Resolves after the time or when the signal is aborted, whichever comes first. */
export function nap(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = clock.after(ms, done);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
