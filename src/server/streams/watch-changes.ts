import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '#engine/ports.ts';
import { withJitter } from '#schema/back-off.ts';
import { type Change, changeKinds } from '#schema/wire.ts';

/**
 * A list that changes all the time is reloaded a few times a second, not at every change, and by each reader at a
 * different moment, not by all together.
 */
const gatherMs = () => withJitter(500);

/** The same for all readers, so that each is written out once for all of them. */
const hints = Object.fromEntries(changeKinds.map((what) => [what, { what }])) as Record<
  Change['what'],
  Change
>;

/** What changed since the last look, each thing once however often it changed. */
export async function* watchChanges(
  bus: Pick<Bus, 'subscribe'>,
  signal: AbortSignal,
): AsyncGenerator<Change[]> {
  const changed = new Set<Change>();
  let wake = () => {};
  const onAbort = () => wake();
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind !== 'changed') return;
    changed.add(hints[message.what]);
    wake();
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const changes = [...changed];
      changed.clear();
      if (changes.length > 0) {
        yield changes;
        await pause(gatherMs(), undefined, { signal }).catch(() => {});
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}
