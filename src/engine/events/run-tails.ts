import type { EnginePorts } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';

export interface RunTail {
  readEvents(afterSeq: number): Promise<RunEvent[]>;
  getRun(): Promise<Run | null>;
  leave(): void;
}

export interface RunTails {
  /** `onNews` is called when there may be more to read, and sometimes without a reason. */
  join(runId: RunId, onNews: () => void): RunTail;
}

export const tailPageSize = 500;
/** Only a lost wake-up waits this long. */
const pollMs = 1000;

/**
 * What the readers of one run share in this process: a wake-up, a timer, and each read of the store. Without it a
 * hundred readers would query the store a hundred times for every few words.
 */
export function createRunTails(ports: Pick<EnginePorts, 'store' | 'bus' | 'clock'>): RunTails {
  const tails = new Map<RunId, SharedTail>();
  return {
    join(runId, onNews) {
      const tail = tails.get(runId) ?? openTail(ports, runId);
      tails.set(runId, tail);
      tail.readers.add(onNews);
      return {
        readEvents: tail.readEvents,
        getRun: tail.getRun,
        leave() {
          tail.readers.delete(onNews);
          if (tail.readers.size > 0) return;
          tail.close();
          tails.delete(runId);
        },
      };
    },
  };
}

interface SharedTail extends Omit<RunTail, 'leave'> {
  readers: Set<() => void>;
  close(): void;
}

function openTail(
  { store, bus, clock }: Pick<EnginePorts, 'store' | 'bus' | 'clock'>,
  runId: RunId,
): SharedTail {
  const readers = new Set<() => void>();
  const reads = new Map<number | 'run', Promise<unknown>>();
  let stopTimer = clock.after(pollMs, onNews);
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'run-events' && message.runId === runId) onNews();
  });

  function onNews(): void {
    // What was read before the news may lack what they are about.
    reads.clear();
    stopTimer();
    stopTimer = clock.after(pollMs, onNews);
    for (const wake of readers) wake();
  }

  function share<T>(key: number | 'run', read: () => Promise<T>): Promise<T> {
    const known = reads.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const begun = read();
    reads.set(key, begun);
    begun.catch(() => {
      if (reads.get(key) === begun) reads.delete(key);
    });
    return begun;
  }

  return {
    readers,
    readEvents: (afterSeq) =>
      share(afterSeq, () => store.readEvents({ runId, afterSeq, limit: tailPageSize })),
    getRun: () => share('run', () => store.getRun(runId)),
    close() {
      stopTimer();
      unsubscribe();
    },
  };
}
