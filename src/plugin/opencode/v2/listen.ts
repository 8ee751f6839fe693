import { isRecord } from '#plugin/read-options.ts';
import { backOff } from '#schema/back-off.ts';
import type { BusEvent, PluginContext } from './ports.ts';

const pauses = { firstMs: 500, maxMs: 30_000 };

/** Receives OpenCode's events until aborted; a broken stream is reopened. */
export async function listen(
  { event }: PluginContext,
  signal: AbortSignal,
  hear: (event: BusEvent) => void,
): Promise<void> {
  for (let breaks = 0; !signal.aborted; breaks++) {
    try {
      const events = event?.subscribe?.({ signal });
      if (events === undefined) return;
      await hearAll(events[Symbol.asyncIterator](), signal, hear);
    } catch {}
    if (!signal.aborted) await pause(backOff(breaks, pauses), signal);
  }
}

async function hearAll(
  events: AsyncIterator<unknown>,
  signal: AbortSignal,
  hear: (event: BusEvent) => void,
): Promise<void> {
  // Some streams end only after their next event: do not wait for it.
  const stopped = Promise.withResolvers<IteratorResult<unknown>>();
  const close = (): void => {
    stopped.resolve({ done: true, value: undefined });
    events.return?.().catch(() => {});
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    for (;;) {
      const { done, value } = await Promise.race([events.next(), stopped.promise]);
      if (done === true || signal.aborted) return;
      if (!isBusEvent(value)) continue;
      try {
        hear(value);
      } catch {}
    }
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function isBusEvent(event: unknown): event is BusEvent {
  return (
    isRecord(event) &&
    typeof event.type === 'string' &&
    isRecord(event.data) &&
    typeof event.data.sessionID === 'string'
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
