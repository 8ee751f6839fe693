import type { Clock, Log } from '#engine/ports.ts';
import { type HookClient, hookClients } from '#schema/sessions/hook-client.ts';
import type { ClientAdded, ClientCounts, ClientStore } from './ports.ts';

interface SumPorts {
  store: Pick<ClientStore, 'countClients'>;
  clock: Pick<Clock, 'now' | 'after'>;
  log: Log;
}

export interface ClientSums {
  add(client: HookClient, counted: Partial<ClientCounts>): void;
  /** Writes what has been added so far. */
  flush(): Promise<void>;
  /** Does the same. From then on, everything is written at once. */
  close(): Promise<void>;
}

/** Events of this period are written together, because a transaction takes longer than the event itself. */
const gatherMs = 250;

/** Counts events for each client. No agent waits for the writes, and sums that cannot be written are kept. */
export function createClientSums({ store, clock, log }: SumPorts): ClientSums {
  let gathered = new Map<HookClient, ClientAdded>();
  let writing: Promise<void> = Promise.resolve();
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  function put({ client, at, counts }: ClientAdded): void {
    const known = gathered.get(client);
    const sum = { ...known?.counts };
    for (const [name, count] of Object.entries(counts) as [keyof ClientCounts, number][])
      sum[name] = (sum[name] ?? 0) + count;
    gathered.set(client, { client, at: Math.max(at, known?.at ?? 0), counts: sum });
  }

  async function write(): Promise<void> {
    if (gathered.size === 0) return;
    const taken = gathered;
    gathered = new Map();
    try {
      // Always uses the same order, because another process may add to the same rows.
      await store.countClients(hookClients.flatMap((client) => taken.get(client) ?? []));
    } catch (error) {
      for (const added of taken.values()) put(added);
      log.warn({ err: error }, 'the sums of clients could not be written; they are kept for the next time');
    }
  }

  function flush(): Promise<void> {
    stopTimer?.();
    stopTimer = null;
    writing = writing.then(write);
    return writing;
  }

  return {
    add(client, counts) {
      put({ client, at: clock.now(), counts });
      if (isClosed) void flush();
      else stopTimer ??= clock.after(gatherMs, () => void flush());
    },
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}
