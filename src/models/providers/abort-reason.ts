import { AppError } from '#schema/app-error.ts';

/** Why a call was aborted: the caller's reason if it gave one, else a plain cancel. */
export function abortReason(signal: AbortSignal): AppError {
  if (signal.reason instanceof AppError) return signal.reason;
  return new AppError('run_cancelled', 'The model call was cancelled.');
}
