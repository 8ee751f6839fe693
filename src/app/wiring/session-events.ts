import type { Bus, Clock, Log } from '#engine/ports.ts';
import type { SessionEvent } from '#schema/sessions/session.ts';
import type { SessionEvents } from '#sources/session/ports.ts';
import type { TranscriptStore } from '#sources/session/transcripts/ports.ts';

/** How often to look for what another process has imported. Processes on one SQLite file do not notify each other. */
const lookEveryMs = 2000;

interface Parts {
  bus: Bus;
  store: Pick<TranscriptStore, 'countBatches'>;
  clock: Pick<Clock, 'after'>;
  log: Log;
}

/**
 * Delivers session events from the bus, and imports of past sessions by any process. It looks for imports only while
 * somebody listens.
 */
export function createSessionEvents({ bus, store, clock, log }: Parts): SessionEvents {
  const listeners = new Set<{ handler(event: SessionEvent): void }>();
  /** The last known number of batches. It is null at first, because existing batches are not news. */
  let known: number | null = null;
  let isLooking = false;
  let stopWaiting = () => {};

  async function look(): Promise<void> {
    isLooking = true;
    try {
      const batches = await store.countBatches();
      const isNews = known !== null && batches !== known;
      known = batches;
      // All handlers get the same object, so that it is described only once.
      const event = { type: 'sessions_imported' } as const;
      if (isNews) for (const { handler } of listeners) handler(event);
    } catch (error) {
      log.debug({ err: error }, 'could not look for imported sessions; will retry');
    }
    isLooking = false;
    if (listeners.size > 0) stopWaiting = clock.after(lookEveryMs, () => void look());
  }

  return {
    publish: (event) => bus.publish({ kind: 'session', event }),
    subscribe(handler) {
      const unsubscribe = bus.subscribe((message) => {
        if (message.kind === 'session') handler(message.event);
      });
      const listener = { handler };
      listeners.add(listener);
      if (listeners.size === 1 && !isLooking) {
        known = null;
        void look();
      }
      return () => {
        unsubscribe();
        listeners.delete(listener);
        if (listeners.size === 0) stopWaiting();
      };
    },
  };
}
