import { nap } from '#engine/nap.ts';
import type { Clock } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import { callModel, type ModelAnswer, type ModelCall } from './call-model.ts';

/** The error codes for the responses 408, 409, 429 and 5xx, as `src/models` classifies them. */
const retried: ReadonlySet<ErrorCode> = new Set(['model_rate_limited', 'model_unavailable']);
const maxTries = 3;
const firstWaitMs = 1000;
/** A model that asks for a longer wait is not tried again: the fallback is asked, or the run fails. */
const maxWaitMs = 60_000;

interface Retried {
  clock: Clock;
  signal: AbortSignal;
  /** Waits until the model may be called. It runs before every try, because each try is a call. */
  beforeTry(): Promise<void>;
  onRetry(error: AppError, waitMs: number): void;
}

/** Tries again only as long as no text has reached the reader, so that two answers never mix. */
export async function callWithRetries(call: ModelCall & Retried): Promise<ModelAnswer> {
  let streamed = false;
  const attempt = () =>
    callModel({
      ...call,
      onText(text) {
        streamed = true;
        call.onText(text);
      },
    });
  return withRetries(call, attempt, () => !streamed);
}

export async function withRetries<T>(
  { clock, signal, beforeTry, onRetry }: Retried,
  attempt: () => Promise<T>,
  mayRetry: () => boolean = () => true,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    await beforeTry();
    try {
      return await attempt();
    } catch (error) {
      const waitMs = waitBefore(tries, error);
      if (!mayRetry() || waitMs === null || !(error instanceof AppError)) throw error;
      onRetry(error, waitMs);
      await nap(clock, waitMs, signal);
      signal.throwIfAborted();
    }
  }
}

function waitBefore(attempt: number, error: unknown): number | null {
  if (!(error instanceof AppError) || !retried.has(error.code) || attempt >= maxTries) return null;
  const waitMs = error.retryAfterMs ?? backOff(attempt - 1, { firstMs: firstWaitMs, maxMs: maxWaitMs });
  return waitMs <= maxWaitMs ? waitMs : null;
}
