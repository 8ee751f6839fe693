import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent } from 'undici';
import { AppError } from '#schema/app-error.ts';
import { type BodyEdit, boundBody } from './bound-body.ts';
import { cleanUsageBody, cleanUsageLine } from './usage/read-usage.ts';

type Fetch = typeof globalThis.fetch;

export interface Upstream {
  agent: Agent;
  /** The only origin that is called. */
  origin: string;
  /** False: no header that holds a key goes out, not even an empty one. */
  hasKey: boolean;
  /** `json`: an answer in one piece. */
  streamFormat: 'sse' | 'ndjson' | 'json';
}

const connectTimeoutMs = 15_000;
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key'];

/**
 * No timeout but the one for connecting: undici would end a slow local model after 5 minutes, and how long to
 * wait is the caller's decision. HTTP/1.1 only: there an abort closes the socket, which is what stops the model.
 */
export function createUpstreamAgent(): Agent {
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { timeout: connectTimeoutMs },
  });
}

/** Lines of JSON come from Ollama, whose answers are read here and not by the SDK. */
const edits: Record<Upstream['streamFormat'], BodyEdit | null> = {
  sse: { line: cleanUsageLine },
  json: { whole: cleanUsageBody },
  ndjson: null,
};

/**
 * A fetch for the SDK that calls one origin and follows no redirect, so that no key gets elsewhere. It asks undici's agent
 * directly: the streams and bookkeeping of the global `fetch` cost more than the call.
 */
export function createUpstreamFetch(upstream: Upstream): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.origin !== upstream.origin) {
      throw new AppError(
        'model_redirected',
        `Blocked a call to ${url.origin}; only ${upstream.origin} is allowed.`,
      );
    }
    const named = Object.entries({ accept: '*/*', ...Object.fromEntries(new Headers(init?.headers)) });
    const { statusCode, statusText, headers, body } = await upstream.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(
        upstream.hasKey ? named : named.filter(([name]) => !keyHeaders.includes(name)),
      ),
      body: (init?.body ?? null) as string | null,
      signal: init?.signal ?? null,
    });
    // The body's reader gets its error; without a reader, an error must not end the process.
    body.on('error', () => {});
    const head = { status: statusCode, statusText, headers: readHeaders(headers) };
    const problem = findProblem(head, { ...upstream, url: url.href });
    if (problem) {
      body.destroy();
      throw problem;
    }
    const answer = { ...head, body: decompress(body, head.headers) };
    return boundBody(answer, { from: upstream.origin, edit: edits[upstream.streamFormat] });
  };
}

function readHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  return headers;
}

const decompressors = new Map(
  Object.entries<() => Transform>({
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }),
);

/** Nothing asks for it, but some proxies compress everything. */
function decompress(body: Readable, headers: Headers): Readable {
  const open = decompressors.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  if (open === undefined) return body;
  const plain = open();
  // A cut-off body ends the other with its error.
  pipeline(body, plain, () => {});
  return plain;
}

type Head = Pick<Response, 'status' | 'headers'>;

function findProblem(
  { status, headers }: Head,
  { origin, streamFormat, url }: Upstream & { url: string },
): AppError | null {
  if (status >= 300 && status < 400) {
    const target = describeTarget(headers.get('location'), url);
    return new AppError(
      'model_redirected',
      `${origin} redirects to ${target}. Keys are never sent to a redirect target.`,
    );
  }
  if (status < 200 || status > 299) return null;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/html') {
    return new AppError('model_bad_response', `${origin} returned a web page instead of a model response.`);
  }
  if (type === 'application/json' && streamFormat === 'sse') {
    return new AppError('model_bad_response', `${origin} returned a complete response instead of a stream.`);
  }
  return null;
}

/** Only its origin: a path or query may contain the key, which the redirecting server just received. */
function describeTarget(location: string | null, base: string): string {
  if (location === null || !URL.canParse(location, base)) return 'an unspecified address';
  return new URL(location, base).origin;
}
