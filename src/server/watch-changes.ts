import type { Bus } from '#engine/ports.ts';
import type { Change } from '#schema/wire.ts';

/** What changed since the last look, each thing once however often it changed. */
export async function* watchChanges(
  bus: Pick<Bus, 'subscribe'>,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  const changed = new Set<Change['what']>();
  let wake = () => {};
  const onAbort = () => wake();
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind !== 'changed') return;
    changed.add(message.what);
    wake();
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      for (const what of changed) {
        changed.delete(what);
        yield { what };
      }
      if (changed.size > 0 || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}
