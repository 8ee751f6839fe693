import { Agent, fetch as undiciFetch } from 'undici';
import { AppError } from '#schema/app-error.ts';
import { boundBody } from './bound-body.ts';

type Fetch = typeof globalThis.fetch;

export interface Upstream {
  agent: Agent;
  /** The only origin that is called. */
  origin: string;
  /** False: no header that holds a key goes out, not even an empty one. */
  hasKey: boolean;
  streamFormat: 'sse' | 'ndjson';
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

/** A fetch that calls one origin and follows no redirect, so that no key gets elsewhere. */
export function createUpstreamFetch(upstream: Upstream): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== upstream.origin) {
      throw new AppError(
        'model_redirected',
        `Blocked a call to ${url.origin}; only ${upstream.origin} is allowed.`,
      );
    }
    const headers = new Headers(init?.headers);
    if (!upstream.hasKey) for (const name of keyHeaders) headers.delete(name);

    // undici's Agent works with undici's own fetch only; the shapes are those of the global fetch.
    const options = { ...init, headers, redirect: 'manual', dispatcher: upstream.agent };
    const response = (await undiciFetch(
      url,
      options as unknown as Parameters<typeof undiciFetch>[1],
    )) as unknown as Response;
    const problem = findProblem(response, upstream);
    if (!problem) return boundBody(response, upstream.origin);
    await response.body?.cancel();
    throw problem;
  };
}

function findProblem(response: Response, { origin, streamFormat }: Upstream): AppError | null {
  if (response.status >= 300 && response.status < 400) {
    const target = describeTarget(response.headers.get('location'), response.url);
    return new AppError(
      'model_redirected',
      `${origin} redirects to ${target}. Keys are never sent to a redirect target.`,
    );
  }
  if (!response.ok) return null;
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
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
