import { AppError } from '#schema/app-error.ts';

/** Why an execution was stopped from outside. */
export type StopReason =
  /** A person asked for it: the run ends as cancelled. */
  | 'cancelled'
  /** The process ends: the run goes back to the queue. */
  | 'shutdown'
  /** Another worker holds the run now, so nothing may be written. With a cause, the store failed instead. */
  | 'lost';

/** This error is the abort reason, so that a stop can be distinguished from a model failure. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(`the run was stopped: ${reason}`, { cause });
    this.name = 'RunStopped';
    this.reason = reason;
  }
}

export function cancelledError(): AppError {
  return new AppError('run_cancelled', 'The run was cancelled.');
}
