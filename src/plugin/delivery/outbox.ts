import { within } from '#plugin/time-limits.ts';
import { backOff } from '#schema/back-off.ts';
import { adoptSpools, nameSpool, openSpool, type SpooledEvent } from './spool.ts';
import type { Delivery } from './worker.ts';

/** Sends events in order and keeps each one until the worker has it. Only `flush` waits for the worker. */
export interface Outbox {
  add(event: SpooledEvent): void;
  /** Finds events that were not sent yet. */
  find(isMeant: (event: SpooledEvent) => boolean): SpooledEvent[];
  /** Removes events that were not sent yet. */
  remove(isMeant: (event: SpooledEvent) => boolean): void;
  /** Lets events be sent that were held back. */
  release(isMeant: (event: SpooledEvent) => boolean): void;
  /** Sends now. It returns when every event that may be sent has been sent or is stored on the disk. */
  flush(timeoutMs: number): Promise<void>;
}

export interface OutboxOptions {
  dir: string;
  /** The names of the files that this process has open. */
  open: Set<string>;
  deliver(event: SpooledEvent): Promise<Delivery>;
  onReached(event: SpooledEvent): void;
  onUnreachable(reason: string): void;
  onLost(event: SpooledEvent, reason: string): void;
  maxEvents?: number;
  maxBytes?: number;
  /** The longest time that `flush` waits for the disk. */
  diskTimeoutMs?: number;
}

/** The limits bound the cost of a worker that is down for days. */
const defaultMaxEvents = 5000;
const defaultMaxBytes = 8 * 1024 * 1024;
/**
 * After this many faults an event is dropped, because an event at which the worker always fails must not block the
 * others.
 */
const maxFaults = 8;
const pauses = { firstMs: 1000, maxMs: 30_000 };
const defaultDiskTimeoutMs = 1000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { dir, open, deliver, maxEvents = defaultMaxEvents, maxBytes = defaultMaxBytes } = options;
  const { diskTimeoutMs = defaultDiskTimeoutMs } = options;
  const name = nameSpool();
  open.add(name);
  const spool = openSpool(dir, name);
  let events: SpooledEvent[] = [];
  let chars = 0;
  const faults = new Map<string, number>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  const adopting = adopt();

  async function adopt(): Promise<void> {
    const adopted = await adoptSpools(dir, open).catch(() => null);
    if (adopted === null) return;
    const known = new Set(events.map((event) => event.id));
    const older = adopted.events.filter((event) => !known.has(event.id));
    if (older.length > 0) {
      events = [...older, ...events];
      chars += older.reduce((sum, event) => sum + sizeOf(event), 0);
      spool.rewrite(events);
      bound();
      await spool.settle();
    }
    await adopted.remove();
    if (older.length > 0) start();
  }

  function drop(event: SpooledEvent): void {
    if (!events.includes(event)) return;
    events = events.filter((kept) => kept !== event);
    chars -= sizeOf(event);
    faults.delete(event.id);
    if (events.length === 0 || spool.bytes() > 2 * maxBytes) spool.rewrite(events);
    else spool.done(event.id);
  }

  /** Drops events over the limits. Observations are dropped first, because prompts and outcomes matter more. */
  function bound(): void {
    while (events.length > maxEvents || chars > maxBytes) {
      const victim = events.find(({ path }) => path.endsWith('/observations')) ?? events[0];
      if (victim === undefined) return;
      drop(victim);
      options.onLost(victim, 'too many events are queued for the worker');
    }
  }

  function start(): void {
    if (sending !== null) return;
    clearTimeout(timer);
    sending = send().finally(() => {
      sending = null;
      waitForNext();
    });
  }

  async function send(): Promise<void> {
    await adopting;
    for (let event = nextDue(); event !== undefined; event = nextDue()) {
      const delivery = await deliver(event);
      if (delivery.kind === 'failed') {
        options.onUnreachable(delivery.reason);
        if (delivery.isFault && countFault(event.id) >= maxFaults) {
          drop(event);
          options.onLost(event, delivery.reason);
        }
        failures += 1;
        return;
      }
      failures = 0;
      drop(event);
      options.onReached(event);
      if (delivery.kind === 'refused') options.onLost(event, delivery.reason);
    }
  }

  function nextDue(): SpooledEvent | undefined {
    return events.find(({ notBefore = 0 }) => notBefore <= Date.now());
  }

  function countFault(id: string): number {
    const count = (faults.get(id) ?? 0) + 1;
    faults.set(id, count);
    return count;
  }

  function waitForNext(): void {
    if (events.length === 0) return;
    const heldMs = Math.min(...events.map(({ notBefore = 0 }) => notBefore)) - Date.now();
    // The timer does not keep the process alive, because OpenCode must be able to end while events wait.
    timer = setTimeout(start, Math.min(Math.max(heldMs, backOff(failures, pauses)), 2 ** 31 - 1)).unref();
  }

  return {
    add(event) {
      if (events.some(({ id }) => id === event.id)) return;
      events.push(event);
      chars += sizeOf(event);
      spool.put(event);
      bound();
      // After a failure, the next attempt waits for the pause. Otherwise each event would cause another failed
      // attempt.
      if (failures === 0) start();
    },
    find: (isMeant) => events.filter(isMeant),
    remove(isMeant) {
      for (const event of events.filter(isMeant)) drop(event);
    },
    release(isMeant) {
      const freed = events.filter((event) => isMeant(event) && (event.notBefore ?? 0) > Date.now());
      if (freed.length === 0) return;
      for (const { notBefore: _, ...event } of freed)
        events[events.findIndex(({ id }) => id === event.id)] = event;
      spool.rewrite(events);
    },
    async flush(timeoutMs) {
      start();
      await within(sending ?? Promise.resolve(), timeoutMs);
      await within(spool.settle(), diskTimeoutMs);
    },
  };
}

function sizeOf(event: SpooledEvent): number {
  return JSON.stringify(event).length;
}
