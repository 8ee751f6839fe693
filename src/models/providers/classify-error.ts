import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { NoOutputGeneratedError, StreamProviderError } from 'ai';
import { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';

export interface Classifying {
  /** The called host, which messages name. */
  host: string;
  /** Removes secrets from a text. */
  redact: (text: string) => string;
}

const maxWordsCharacters = 500;

interface Verdict {
  code: ErrorCode;
  /** A description of what happened, to be read after the host's name. */
  happened: string;
  /** The provider's own words, if they are worth showing. */
  words?: string;
  status?: number;
  retryAfterMs?: number;
}

/** Names a failure of a provider by status and class. The provider's words go into the message, but keys never do. */
export function classifyError(error: unknown, { host, redact }: Classifying): AppError {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof AppError);
  if (known) return known;

  const { code, happened, words = '', status, retryAfterMs } = judge(error, causes);
  const said = redact(words).slice(0, maxWordsCharacters);
  return new AppError(code, `${host} ${happened}${said ? `: ${said}` : '.'}`, {
    retryAfterMs,
    details: { host, ...(status && { status }), ...(said && { providerMessage: said }) },
    cause: new Error(redact(describeCauses(causes, code))),
  });
}

const notUnderstood: Verdict = { code: 'model_bad_response', happened: 'sent an invalid response' };

function judge(error: unknown, causes: unknown[]): Verdict {
  const answered = causes.find(isAnswer);
  if (answered) return judgeStatus(answered);
  if (causes.some(isCutOff))
    return { code: 'model_stream_cut', happened: 'closed the connection in the middle of its answer' };
  if (causes.some(isNotUnderstood)) return notUnderstood;
  if (isErrorFrame(error)) {
    return { code: 'model_unavailable', happened: 'ended its answer with an error', words: wordsOf(error) };
  }
  const network = networkCodeOf(error);
  if (network) return { code: 'model_unreachable', happened: `could not be reached (${network})` };
  if (APICallError.isInstance(error)) return { code: 'model_unreachable', happened: 'could not be called' };
  if (isSurprise(error)) return notUnderstood;
  return { code: 'internal', happened: 'was called, and an unexpected error occurred' };
}

function judgeStatus(error: Answer): Verdict {
  const status = error.statusCode;
  const code = codeOfStatus(status, error);
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined;
  const retryAfterMs = readRetryAfterMs(headers ?? {}, Date.now());
  return {
    code,
    happened: `returned ${status} (${statusNames[code] ?? 'rejected'})`,
    // Providers that refuse a key often quote parts of it.
    words: code === 'model_unauthorized' ? '' : wordsOf(error),
    status,
    ...(retryAfterMs !== null && { retryAfterMs }),
  };
}

type Answer = (APICallError | StreamProviderError) & { statusCode: number };

function isAnswer(error: unknown): error is Answer {
  const isKnown = APICallError.isInstance(error) || StreamProviderError.isInstance(error);
  return isKnown && error.statusCode !== undefined && error.statusCode >= 400;
}

function codeOfStatus(status: number, error: Answer): ErrorCode {
  const providerCode = providerCodeOf(error);
  if (providerCode === 'context_length_exceeded') return 'model_context_exceeded';
  // OpenAI uses this code for an account without credit. Waiting does not help.
  if (providerCode === 'insufficient_quota') return 'model_refused';
  if (status === 401 || status === 403) return 'model_unauthorized';
  if (status === 404) return 'model_not_found';
  if (status === 429) return 'model_rate_limited';
  if (status === 408 || status === 409 || status >= 500) return 'model_unavailable';
  return 'model_refused';
}

function providerCodeOf(error: Answer): unknown {
  if (StreamProviderError.isInstance(error)) return error.code;
  return (error.data as { error?: { code?: unknown } } | undefined)?.error?.code;
}

const statusNames: Partial<Record<ErrorCode, string>> = {
  model_unauthorized: 'API key rejected',
  model_not_found: 'model or URL not found',
  model_rate_limited: 'too many requests',
  model_unavailable: 'temporary error',
  model_context_exceeded: 'prompt too long',
};

/** Whether the body ended without a finish. A body that broke off already has its own error. */
function isCutOff(error: unknown): boolean {
  if (InvalidResponseDataError.isInstance(error)) return error.data === undefined;
  return NoOutputGeneratedError.isInstance(error);
}

function isNotUnderstood(error: unknown): boolean {
  return (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error)
  );
}

/** The SDK's Anthropic adapter throws a bare Error when the first event of an answer is invalid. */
function isSurprise(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

/** Whether the provider sent an error inside a successful response. The status does not describe such an error. */
function isErrorFrame(error: unknown): boolean {
  return StreamProviderError.isInstance(error) || !(error instanceof Error);
}

/** Matches codes of the system, of undici and of TLS. Other Node codes that begin with ERR_ are defects. */
const networkCodes =
  /^(E(?!RR_)|ERR_(TLS|SSL)_|UND_ERR_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HPE_)[A-Z0-9_]+$/;

function networkCodeOf(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && networkCodes.test(code)) return code;
    // The server uses another protocol than HTTP. undici gives this error no code.
    if (cause instanceof Error && cause.name === 'HTTPParserError') return 'not HTTP';
    // The Fetch standard forbids the ports of some other protocols. This error has no code either.
    if (cause instanceof Error && cause.message === 'bad port') return 'forbidden port';
  }
  return null;
}

/**
 * Returns the error and its causes, outermost first, including all causes of a failed connection to several
 * addresses.
 */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  const visit = (value: unknown): void => {
    if (value === undefined || value === null || found.includes(value)) return;
    found.push(value);
    if (value instanceof AggregateError) value.errors.forEach(visit);
    if (value instanceof Error) visit(value.cause);
  };
  visit(error);
  return found;
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.trim() : '';
}

/**
 * Describes causes for the log. The SDK's errors contain the whole prompt, headers and body, and a parse error quotes
 * the answer. So only names are logged, with words if nothing else says what happened.
 */
function describeCauses(causes: unknown[], code: ErrorCode): string {
  const withWords = code === 'internal' || code === 'model_unreachable';
  const names = causes.map((cause) => {
    const name = cause instanceof Error ? cause.name : typeof cause;
    return withWords ? `${name}: ${wordsOf(cause).slice(0, maxWordsCharacters)}` : name;
  });
  return names.join('; caused by ');
}

/** A day, which is longer than anyone waits for a model. */
const longestMs = 86_400_000;

/** Reads how long the provider asks to wait, at most a day. */
export function readRetryAfterMs(headers: Record<string, string>, now: number): number | null {
  const askedMs = readAskedMs(headers, now);
  return askedMs === null ? null : Math.min(askedMs, longestMs);
}

/** Reads `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. */
function readAskedMs(headers: Record<string, string>, now: number): number | null {
  const exact = Number(headers['retry-after-ms']?.trim() || Number.NaN);
  if (exact >= 0) return Math.ceil(exact);

  const text = headers['retry-after']?.trim();
  if (!text) return null;
  const seconds = Number(text);
  if (seconds >= 0) return Math.ceil(seconds * 1000);
  const date = Number.isNaN(seconds) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Returns a function that removes a key from a text in any of its written forms. */
export function redactorOf(key: string | null): (text: string) => string {
  if (!key) return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return (text) => [...forms].reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}
