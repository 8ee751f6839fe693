import { createParser } from 'eventsource-parser';
import { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import { type Api, type ApiCall, type Schema, toIncompatible, toUnreachable } from './call-api.ts';
import { wait } from './wait.ts';

export interface ReadEventsOptions<T> {
  /** Called before every connection, so that each can resume where the last one ended. */
  nextCall(): ApiCall;
  schema: Schema<T>;
  signal: AbortSignal | undefined;
}

const waits = { firstMs: 250, maxMs: 5_000 };
/** Together with the waits above, this allows half a minute for a server to restart. */
const maxFailures = 10;
/** Three heartbeats of the server. A connection that is silent for this long is dead, even if it was not closed. */
const silenceMs = 45_000;

/**
 * Reads server-sent events over as many connections as needed. Null means that a connection was established. Ends
 * when the signal is aborted or the caller stops reading.
 */
export async function* readEvents<T>(api: Api, options: ReadEventsOptions<T>): AsyncGenerator<T | null> {
  const { nextCall, schema, signal } = options;
  let failures = 0;
  while (!isAborted(signal)) {
    let waitMs = waits.firstMs;
    try {
      const call = nextCall();
      const headers = { ...call.headers, accept: 'text/event-stream' };
      const response = await api.send({ ...call, headers, signal });
      failures = 0;
      yield null;
      for await (const text of readData(response, signal)) yield await api.parse(schema, response, text);
    } catch (error) {
      if (isAborted(signal)) return;
      failures += 1;
      const failure = error instanceof AppError ? error : toUnreachable(error);
      if (!failure.retry || failures > maxFailures) throw failure;
      waitMs = Math.max(failure.retryAfterMs ?? 0, backOff(failures, waits));
    }
    await wait(waitMs, signal);
  }
}

async function* readData(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) {
    throw toIncompatible(new Error(`The response is ${type}, not an event stream.`));
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const stop = () => void reader.cancel().catch(() => {});
  let silence: ReturnType<typeof setTimeout> | undefined;
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      silence = setTimeout(stop, silenceMs);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done || isAborted(signal)) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
