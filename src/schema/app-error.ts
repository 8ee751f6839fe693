import { describeError, type ErrorCode } from './error-codes.ts';

export interface AppErrorOptions {
  retryAfterMs?: number | undefined;
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** The only error that crosses modules. Anything else thrown is a defect and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retry: boolean;
  readonly retryAfterMs: number | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retry = describeError(code).retry;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
  }
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', describeError('internal').summary, { cause: error });
}
