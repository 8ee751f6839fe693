/**
 * Loaded into the server with `--import`. Writes how long each hook took inside the server, from the headers of its
 * request to the end of the answer: one line each, in milliseconds, to the file that PRECIS_BENCH_REQUESTS names.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const file = process.env.PRECIS_BENCH_REQUESTS;
if (file !== undefined && isMainThread) {
  const lines = createWriteStream(file, { flags: 'a' });
  const startedAt = new WeakMap<IncomingMessage, number>();
  subscribe('http.server.request.start', (message) => {
    startedAt.set((message as { request: IncomingMessage }).request, performance.now());
  });
  subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage };
    const name = request.headers['x-bench-name'];
    const from = startedAt.get(request);
    if (from !== undefined && name !== undefined)
      lines.write(`${String(name)}\t${performance.now() - from}\n`);
  });
}
