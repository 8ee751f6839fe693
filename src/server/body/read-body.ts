import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '#schema/app-error.ts';
import { maxHookBodyBytes } from '#schema/sessions/hooks-wire.ts';
import { maxSessionBodyBytes } from '#schema/sessions/sessions-wire.ts';

/** Parses bytes of JSON, as `parseBody` does. Throws AppError `invalid_input`. */
export type ParseBody = (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;

/** No client sends more than this by mistake. The connection of a larger body is closed. */
export const maxDiscardedBytes = 64 * 1024 * 1024;
export const maxDiscardMs = 10_000;

const arrival = 'arrivedAt';

/** Returns when the head of the request had been read, by the monotonic clock. */
export function arrivalOf(c: Context): number {
  return c.get(arrival);
}

/** Rejects a body over its route's limit before it is in memory. Parses every other body once, within bounds. */
export function readBody(parseBody: ParseBody): MiddlewareHandler {
  return async (c, next) => {
    c.set(arrival, performance.now());
    const maxBytes = maxBodyBytesOf(c.req.method, c.req.path);
    const length = c.req.header('content-length');
    if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const { raw } = c.req;
    c.req.json = async () => {
      throw new AppError('invalid_input', 'body: must not be empty.');
    };
    if (raw.body === null) return next();
    // The HTTP parser enforces a stated length. Without a stated length, the bytes have to be counted.
    const bytes =
      length === undefined ? await readAtMost(raw.body, maxBytes) : new Uint8Array(await raw.arrayBuffer());
    // Hono stores promises in this cache, despite its type.
    c.req.bodyCache.arrayBuffer = Promise.resolve(bytes.buffer) as never;
    if (bytes.byteLength > 0) {
      const value = await parseBody(bytes);
      c.req.json = async () => value as never;
    }
    return next();
  };
}

async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const deadline = performance.now() + maxDiscardMs;
  const reader = body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    // The body is read to its end, so that the connection can be reused. A cancelled body would close the connection
    // before the response.
    else if (size > maxDiscardedBytes || performance.now() > deadline) throw tooLarge(maxBytes);
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return joinBytes(chunks, size);
}

function joinBytes(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.byteLength;
  }
  return joined;
}

function tooLarge(maxBytes: number): AppError {
  const size = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 / 1024} MiB`;
  return new AppError('too_large', `body: must not exceed ${size}.`);
}

const kib = 1024;
const mib = 1024 * kib;

/** The size limits by route. The first match counts, and `*` matches one path segment. */
const limits: readonly (readonly [route: string, maxBytes: number])[] = [
  // The longest text is up to 36 MB of UTF-8. The rest is room for JSON's escapes.
  ['POST /api/summaries', 48 * mib],
  ['POST /mcp', 48 * mib],
  // A file of 12 MiB takes 16 MiB in Base64.
  ['POST /api/entries', 17 * mib],
  ['POST /api/opml', 16 * mib],
  ['POST /api/sessions/import', 16 * mib],
  ['POST /api/sessions/*', maxSessionBodyBytes],
  ['POST /api/sessions/summarize/ingest', maxSessionBodyBytes],
  ['POST /api/hooks/*/*', maxHookBodyBytes],
  // A message has up to 400,000 characters, and each may be escaped.
  ['POST /api/threads/*/messages', 3 * mib],
  ['PUT /api/threads/*/messages/*', 3 * mib],
  ['POST /api/conversations/*/turns', 8 * mib],
];

/** The usual limit has room for two prompts of 20,000 characters, with each character escaped. */
const usualBytes = mib;

const routes = limits.map(([route, maxBytes]) => ({ parts: route.split(/[ /]/), maxBytes }));

export function maxBodyBytesOf(method: string, path: string): number {
  const asked = [method, ...path.split('/')];
  const found = routes.find(({ parts }) => {
    if (parts.length !== asked.length) return false;
    return parts.every((part, at) => part === '*' || part === asked[at]);
  });
  return found?.maxBytes ?? usualBytes;
}
