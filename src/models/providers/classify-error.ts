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
  /** The host that was called, to name it in messages. */
  host: string;
  /** Takes secrets out of a text. */
  redact: (text: string) => string;
}

const maxWordsCharacters = 500;

interface Verdict {
  code: ErrorCode;
  /** What happened, to be read after the host's name. */
  happened: string;
  /** The provider's own words, where they are worth showing. */
  words?: string;
  status?: number;
  retryAfterMs?: number;
}

/** Names a failure of a provider by status and class. The provider's words go into the message, keys never. */
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
    // Providers that refuse a key like to quote parts of it.
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
  // OpenAI's word for an account without credit: waiting does not help.
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

/** A body that ended without a finish; one that broke off has its name already. */
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

/** The SDK's Anthropic adapter throws a bare Error when the first event of an answer is not valid. */
function isSurprise(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

/** An error the provider sent inside a good answer: no status says what it is. */
function isErrorFrame(error: unknown): boolean {
  return StreamProviderError.isInstance(error) || !(error instanceof Error);
}

/** Codes of the system, of undici and of TLS; other codes of Node that begin with ERR_ are defects. */
const networkCodes =
  /^(E(?!RR_)|ERR_(TLS|SSL)_|UND_ERR_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HPE_)[A-Z0-9_]+$/;

function networkCodeOf(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && networkCodes.test(code)) return code;
    // What speaks another protocol than HTTP; undici gives it no code.
    if (cause instanceof Error && cause.name === 'HTTPParserError') return 'not HTTP';
    // The Fetch standard forbids the ports of some other protocols; that has no code either.
    if (cause instanceof Error && cause.message === 'bad port') return 'forbidden port';
  }
  return null;
}

/** The error and what caused it, outermost first; also the many causes of a failed connection to several addresses. */
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
 * For the log. The SDK's errors carry the whole prompt, headers and body, and the message of a parse error quotes
 * the answer: so only names go on, with words where nothing else says what happened.
 */
function describeCauses(causes: unknown[], code: ErrorCode): string {
  const withWords = code === 'internal' || code === 'model_unreachable';
  const names = causes.map((cause) => {
    const name = cause instanceof Error ? cause.name : typeof cause;
    return withWords ? `${name}: ${wordsOf(cause).slice(0, maxWordsCharacters)}` : name;
  });
  return names.join('; caused by ');
}

/** Longer than anyone waits for a model; what a server asks for beyond that is not worth a number. */
const longestMs = 86_400_000;

/** How long the provider asks to wait, a day at most. */
export function readRetryAfterMs(headers: Record<string, string>, now: number): number | null {
  const askedMs = readAskedMs(headers, now);
  return askedMs === null ? null : Math.min(askedMs, longestMs);
}

/** `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. */
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

/** Takes a key out of a text, however it was written there. */
export function redactorOf(key: string | null): (text: string) => string {
  if (!key) return (text) => text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return (text) => [...forms].reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}
