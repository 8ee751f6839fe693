import type { MiddlewareHandler } from 'hono';
import { AppError } from '#schema/app-error.ts';

/** Refuses a body over the limit of its route, before it is in memory. */
export function limitBody(limitOf: (path: string) => number): MiddlewareHandler {
  return async (c, next) => {
    const maxBytes = limitOf(c.req.path);
    const length = c.req.header('content-length');
    if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const { body, method, headers, signal } = c.req.raw;
    // A stated length is kept to by the HTTP parser; without one the bytes have to be counted.
    if (length === undefined && body !== null) {
      c.req.raw = new Request(c.req.url, { method, headers, signal, body: await readAtMost(body, maxBytes) });
    }
    await next();
  };
}

async function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `body: it may have at most ${maxBytes / 1024 / 1024} MiB.`);
}
