import { outlastOutage } from '#engine/outlast-outage.ts';
import type { Bus, Clock, EnginePorts, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import { toStorableText } from '#schema/text/bounded-json.ts';

/**
 * The log of a run's events. It gathers them for a moment, so that many tokens take one statement and one wake-up.
 */
export interface EventLog {
  emit(body: RunEventBody): void;
  /** Adds text. Pieces that arrive close together become one event. */
  text(text: string): void;
  /** Resolves when everything given so far is stored. */
  settled(): Promise<void>;
  /** Returns the events that are not stored yet. The caller stores them with the end of the run. */
  rest(): Promise<RunEvent[]>;
  /** This function is called with the events that the caller stored. */
  stored(events: readonly RunEvent[]): void;
}

interface EventLogOptions {
  runId: RunId;
  attempt: number;
  lastSeq: number;
  store: Pick<RunStore, 'appendEvents'>;
  bus: Bus;
  /** Gets the stored events, so that readers in this process need not read them from the store. */
  tails: Pick<RunTails, 'hand'>;
  clock: Clock;
  /** The signal is aborted when the run has to stop, so that the log does not wait for an unavailable database. */
  signal: AbortSignal;
  /**
   * This function is called when the log cannot continue, with the error of the store, or with null if the run was
   * taken over.
   */
  onLost(failure: unknown): void;
}

/** Events are gathered this long. That looks like a stream, and thousands of tokens need only a few dozen writes. */
const gatherMs = 40;
/**
 * Events that only say that a run is in progress. They are written late, so that the run of a fast model is written
 * once, at its end.
 */
const signsOfLife: ReadonlySet<RunEventBody['type']> = new Set(['run-start', 'model-start', 'progress']);
const signOfLifeMs = 150;

/** Writes the events of a run: numbered, in order, and stored before they are announced. */
export function createEventLog(options: EventLogOptions): EventLog {
  const { runId, attempt, store, bus, tails, clock, signal } = options;
  let seq = options.lastSeq;
  let gathered = '';
  let timer: { dueAt: number; stop(): void } | null = null;
  let pending: RunEvent[] = [];
  let writing: Promise<void> | null = null;
  let isDue = false;
  let lost = false;

  function push(body: RunEventBody): void {
    seq += 1;
    pending.push({ ...body, runId, seq, at: clock.now() });
  }

  function closeText(): void {
    if (gathered !== '') push({ type: 'text-delta', text: gathered });
    gathered = '';
  }

  function close(): void {
    timer?.stop();
    timer = null;
    closeText();
  }

  function flushWithin(ms: number): void {
    const dueAt = clock.now() + ms;
    if (timer !== null && timer.dueAt <= dueAt) return;
    timer?.stop();
    timer = { dueAt, stop: clock.after(ms, flush) };
  }

  function flush(): void {
    close();
    isDue = true;
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  async function write(): Promise<void> {
    while (isDue && !lost) {
      isDue = false;
      if (pending.length === 0) return;
      const events = pending;
      pending = [];
      try {
        const append = () => store.appendEvents({ runId, attempt, events });
        if (!(await outlastOutage({ clock, signal }, append))) {
          lost = true;
          return options.onLost(null);
        }
        tails.hand(runId, events);
        await bus.publish({ kind: 'run-events', runId });
      } catch (error) {
        lost = true;
        options.onLost(error);
      }
    }
  }

  return {
    emit(body) {
      closeText();
      push(body);
      flushWithin(signsOfLife.has(body.type) ? signOfLifeMs : gatherMs);
    },
    text(text) {
      gathered += text;
      flushWithin(gatherMs);
    },
    async settled() {
      flush();
      while (writing !== null) await writing;
    },
    async rest() {
      close();
      while (writing !== null) await writing;
      return pending;
    },
    stored: (events) => tails.hand(runId, events),
  };
}

interface RunTail {
  readEvents(afterSeq: number): Promise<readonly RunEvent[]>;
  getRun(): Promise<Run | null>;
  leave(): void;
}

export interface RunTails {
  /** `onNews` is called when there may be more to read, and sometimes without a reason. */
  join(runId: RunId, onNews: () => void): RunTail;
  /** Takes events that this process has just stored. A message on the bus follows. */
  hand(runId: RunId, events: readonly RunEvent[]): void;
}

export const tailPageSize = 500;
/** A reader waits this long only if a wake-up was lost. */
const pollMs = 1000;

type TailPorts = Pick<EnginePorts, 'store' | 'bus' | 'clock'>;

/**
 * Makes the tails of runs. The readers of one run in this process share a wake-up, a timer, and each read of the
 * store. Without a tail, a hundred readers would query the store a hundred times for every few words.
 */
export function createRunTails(ports: TailPorts): RunTails {
  const tails = new Map<RunId, SharedTail>();
  let unsubscribe: (() => void) | null = null;
  return {
    join(runId, onNews) {
      unsubscribe ??= ports.bus.subscribe((message) => {
        if (message.kind === 'run-events') tails.get(message.runId)?.onNews();
      });
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
          if (tails.size > 0) return;
          unsubscribe?.();
          unsubscribe = null;
        },
      };
    },
    hand(runId, events) {
      tails.get(runId)?.hand(events);
    },
  };
}

interface SharedTail extends Omit<RunTail, 'leave'> {
  readers: Set<() => void>;
  onNews(): void;
  hand(events: readonly RunEvent[]): void;
  close(): void;
}

function openTail({ store, clock }: TailPorts, runId: RunId): SharedTail {
  const readers = new Set<() => void>();
  const reads = new Map<number | 'run', Promise<unknown>>();
  /** The newest events that were handed over, without a gap. */
  let handed: readonly RunEvent[] = [];
  let stopTimer = clock.after(pollMs, onNews);

  function onNews(): void {
    // A read from before the news may lack the new events.
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

  /** Returns the events right after the number, or none if they are not in memory. */
  function findHanded(afterSeq: number): readonly RunEvent[] {
    const at = handed.findIndex(({ seq }) => seq === afterSeq + 1);
    return at === -1 ? [] : handed.slice(at, at + tailPageSize);
  }

  return {
    readers,
    onNews,
    async readEvents(afterSeq) {
      const known = findHanded(afterSeq);
      if (known.length > 0) return known;
      return share(afterSeq, () => store.readEvents({ runId, afterSeq, limit: tailPageSize }));
    },
    getRun: () => share('run', () => store.getRun(runId)),
    hand(events) {
      // The store would return these events changed, so they are not kept in memory.
      if (!events.every(isStorable)) handed = [];
      else if (handed.at(-1)?.seq === (events[0]?.seq ?? 0) - 1 && handed.length < tailPageSize)
        handed = [...handed, ...events];
      else handed = events;
    },
    close: () => stopTimer(),
  };
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return toStorableText(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isStorable);
}
