import type { ServerResponse } from 'node:http';
import type { Tell } from './event-stream.ts';

interface WriteEvents {
  status: number;
  headers: Record<string, string>;
  tell: Tell;
  outgoing: ServerResponse;
  /** Aborted when the server closes. */
  closing: AbortSignal;
}

/** Sends events no faster than they are consumed, until there are no more or the server closes. */
export async function writeEvents({ status, headers, tell, outgoing, closing }: WriteEvents): Promise<void> {
  const over = new AbortController();
  const stop = () => over.abort();
  let drained = () => {};
  outgoing.on('drain', () => drained()).once('close', stop);
  closing.addEventListener('abort', stop, { once: true });
  if (closing.aborted || outgoing.destroyed) stop();
  outgoing.writeHead(status, headers).flushHeaders();
  await tell({
    signal: over.signal,
    take(bytes) {
      if (outgoing.write(bytes) || outgoing.destroyed) return undefined;
      return new Promise((resolve) => {
        drained = resolve;
      });
    },
  });
  closing.removeEventListener('abort', stop);
  outgoing.off('close', stop).end();
}
