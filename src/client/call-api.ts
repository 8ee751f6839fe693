import { AppError } from '#schema/app-error.ts';
import { describeError } from '#schema/error-codes.ts';
import { idempotencyKeyHeader } from '#schema/headers.ts';
import { parseJson } from '#schema/parse-json.ts';
import { problemSchema } from '#schema/problem.ts';

export interface ApiOptions {
  /** The fetch of the browser or of Node, or an in-process server's own. */
  fetch: (input: Request, init?: RequestInit) => Promise<Response>;
  /** The server's URL; defaults to the page's own origin. */
  baseUrl?: string;
  token?: string;
  /** Whether a response comes from a server of the same build as this client. By default, false. */
  isSameBuild?: (response: Response) => boolean;
}

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** For requests that must not run twice: they carry a key and are sent again if the response is lost. */
  once?: KeyOptions | undefined;
}

export interface KeyOptions {
  /** A request repeated with the same key within 24 hours gets the same response. Defaults to a new key. */
  idempotencyKey?: string | undefined;
}

/** A restarting server is usually available again after this time. */
const sendAgainMs = 1000;

type Checked<T> = { success: true; data: T } | { success: false; error: Error };

export interface Schema<T> {
  safeParse(value: unknown): Checked<T> | Promise<Checked<T>>;
  /** Whether the schema loads on demand and does not transform. Responses of the same build then skip validation. */
  isLoadedLater?: boolean;
}

export interface Api {
  /** Returns the raw response. Throws AppError with the server's problem or the reason why there is no response. */
  send(call: ApiCall): Promise<Response>;
  /** Returns the validated response body. */
  read<T>(schema: Schema<T>, call: ApiCall): Promise<T>;
  /** Validates a text from the response. */
  parse<T>(schema: Schema<T>, response: Response, text: string): Promise<T>;
}

export function createApi({ fetch, baseUrl = '', token, isSameBuild = () => false }: ApiOptions): Api {
  // Outside a browser, a Request needs an absolute URL, even for a server in this process that ignores the origin.
  const origin = baseUrl.replace(/(?<!\/)\/+$/, '') || ('location' in globalThis ? '' : 'http://localhost');
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function send({ method = 'GET', path, query, body, headers, signal }: ApiCall): Promise<Response> {
    const request = new Request(`${origin}${path}${formatQuery(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        ...authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const response = await fetch(request).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : toUnreachable(error);
    });
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  async function ask(call: ApiCall): Promise<{ response: Response; text: string }> {
    const response = await send(call);
    return { response, text: await readText(response) };
  }

  async function askOnce(call: ApiCall, once: KeyOptions): Promise<{ response: Response; text: string }> {
    const keyed = { ...call, headers: { ...call.headers, [idempotencyKeyHeader]: keyOf(once) } };
    try {
      return await ask(keyed);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'server_unreachable') throw error;
      await new Promise((resolve) => setTimeout(resolve, sendAgainMs));
      return ask(keyed);
    }
  }

  async function parse<T>(schema: Schema<T>, response: Response, text: string): Promise<T> {
    const value = parseJson(text);
    if (schema.isLoadedLater === true && value !== undefined && isSameBuild(response)) return value as T;
    const parsed = await check(schema, value);
    if (parsed.success) return parsed.data;
    throw toIncompatible(parsed.error);
  }

  async function readProblem(response: Response): Promise<AppError> {
    const text = await readText(response);
    const problem = await parse(problemSchema, response, text).catch(() => null);
    // The response is not from Precis, so something in between, such as a proxy, answered.
    if (problem === null) {
      if (response.status >= 500)
        return toUnreachable(new Error(`The response was HTTP ${response.status}.`));
      return toIncompatible(new Error(`The response was HTTP ${response.status}.`));
    }
    const { code, detail, retryAfterMs, details, reference } = problem;
    return new AppError(code, detail, {
      retryAfterMs,
      details: reference === undefined ? details : { ...details, reference },
    });
  }

  return {
    send,
    async read(schema, call) {
      const { response, text } = await (call.once === undefined ? ask(call) : askOnce(call, call.once));
      return parse(schema, response, text);
    },
    parse,
  };
}

/** `crypto.randomUUID` is unavailable on a page served over plain HTTP from another machine. */
function keyOf({ idempotencyKey }: KeyOptions): string {
  if (idempotencyKey !== undefined) return idempotencyKey;
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** If a schema fails to load, the server has been updated and no longer has this version's file. */
async function check<T>(schema: Schema<T>, value: unknown): Promise<Checked<T>> {
  try {
    return await schema.safeParse(value);
  } catch (error) {
    return { success: false, error: error as Error };
  }
}

export function toUnreachable(cause: unknown): AppError {
  return new AppError('server_unreachable', describeError('server_unreachable').summary, { cause });
}

export function toIncompatible(cause: unknown): AppError {
  return new AppError('server_incompatible', describeError('server_incompatible').summary, { cause });
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw toUnreachable(error);
  }
}

function formatQuery(query: ApiCall['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}
