import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '#engine/ports.ts';
import { type AppError, toAppError } from '#schema/app-error.ts';
import { describeError, type ErrorCode } from '#schema/error-codes.ts';
import type { Problem } from '#schema/problem.ts';

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  invalid_input: 400,
  too_large: 413,
  not_found: 404,
  conflict: 409,
  in_use: 409,
  idempotency_key_reused: 409,
  unauthorized: 401,
  foreign_host: 403,
  source_empty: 422,
  source_too_short: 422,
  source_title_only: 422,
  source_same_language: 422,
  source_blocked: 422,
  text_work_failed: 422,
  fetch_refused: 422,
  fetch_failed: 502,
  fetch_timeout: 504,
  fetch_too_large: 422,
  fetch_unsupported: 422,
  feed_unreadable: 422,
  feed_choice: 409,
  feed_missing: 422,
  file_unsupported: 422,
  template_invalid: 422,
  template_missing: 422,
  template_parameter_missing: 422,
  agent_missing: 409,
  model_not_configured: 422,
  model_cannot_translate: 422,
  model_unauthorized: 502,
  model_not_found: 502,
  model_rate_limited: 429,
  model_unavailable: 503,
  model_unreachable: 502,
  model_refused: 502,
  model_redirected: 502,
  model_first_token_timeout: 504,
  model_idle_timeout: 504,
  model_stream_cut: 502,
  model_output_empty: 502,
  model_output_cut_off: 502,
  model_output_filtered: 502,
  model_bad_response: 502,
  model_context_exceeded: 422,
  key_unreadable: 409,
  key_missing: 409,
  key_origin_changed: 409,
  summary_refused: 502,
  spending_capped: 409,
  run_timeout: 504,
  run_cancelled: 409,
  run_interrupted: 500,
  result_unsaved: 500,
  database_newer: 500,
  database_older: 500,
  database_damaged: 500,
  disk_full: 507,
  database_unavailable: 503,
  port_in_use: 500,
  token_required: 500,
  server_unreachable: 503,
  server_incompatible: 502,
  internal: 500,
};

export function statusOf(code: ErrorCode): ContentfulStatusCode {
  return statuses[code];
}

export const problemMediaType = 'application/problem+json';

/**
 * Makes the response to anything thrown. The details of an error that is no AppError stay in the log, under a
 * reference.
 */
export function answerProblem(error: unknown, c: Context, log: Log): Response {
  const { method, path, raw } = c.req;
  const appError = toAppError(error);
  const problem = toProblem(appError);
  if (appError.code === 'internal') {
    problem.detail = problem.title;
    delete problem.details;
    problem.reference = randomUUID();
    // Only the path is logged, because a query may contain private text.
    const fields = { err: error, reference: problem.reference, method, path };
    // A client that disconnects during an upload is not a server failure.
    if (raw.signal.aborted) log.debug(fields, 'request aborted by the client');
    else log.error(fields, 'request failed unexpectedly');
  }
  // Clients of a worker such as opencode-mem's read the field `error`.
  const body = JSON.stringify({ ...problem, error: problem.detail });
  return c.body(body, statuses[appError.code], headersOf(problem));
}

/**
 * The usual time until a retry. It is about as long as the time in the errors of an unavailable database or model.
 */
const usualRetryAfterMs = 5000;
/** The time is limited, because a model server may name any time. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/** Returns the time until a retry. Every response with status 503 has one. */
function retryAfterMsOf({ code, retryAfterMs }: AppError): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs >= 0) return Math.min(retryAfterMs, maxRetryAfterMs);
  return statuses[code] === 503 ? usualRetryAfterMs : undefined;
}

function toProblem(error: AppError): Problem {
  const { code, message, retry, details } = error;
  const retryAfterMs = retryAfterMsOf(error);
  const { summary, remedy } = describeError(code);
  return {
    type: `urn:precis:problem:${code}`,
    title: summary,
    status: statuses[code],
    detail: message,
    code,
    remedy,
    retry,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(details === undefined ? {} : { details }),
  };
}

function headersOf({ code, retryAfterMs }: Problem): Record<string, string> {
  return {
    'Content-Type': problemMediaType,
    ...(retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) }),
    ...(code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer realm="Precis"' } : {}),
  };
}
