import { AppError } from '#schema/app-error.ts';

interface CallLimits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** A longer timer fires immediately. */
const longestTimer = 2 ** 31 - 1;

/** Aborts a call on timeout or by the host's signal; a call that ignores the abort is abandoned. */
export async function callWithin<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, signal }: CallLimits,
): Promise<T> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const giveUp = () => stop.abort(signal?.reason);
  // Not AbortSignal.timeout: its timer lets a process end while the call is still awaited.
  const timer =
    timeoutMs > longestTimer
      ? undefined
      : setTimeout(
          () =>
            stop.abort(
              new AppError('model_first_token_timeout', `The model did not answer within ${timeoutMs} ms.`),
            ),
          timeoutMs,
        );
  signal?.addEventListener('abort', giveUp, { once: true });
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  try {
    return await Promise.race([call(stop.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
