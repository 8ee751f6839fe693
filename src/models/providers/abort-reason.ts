import { AppError } from '#schema/app-error.ts';

/** Returns the reason for an abort: the caller's own, or a plain cancel. */
export function abortReason(signal: AbortSignal): AppError {
  if (signal.reason instanceof AppError) return signal.reason;
  return new AppError('run_cancelled', 'The model call was cancelled.');
}
