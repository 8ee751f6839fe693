import { outlastOutage } from '#engine/outlast-outage.ts';
import type { Bus, Clock, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import type { RunTails } from './run-tails.ts';

/** Everything is gathered for a moment before it is written: one statement and one wake-up for many tokens. */
export interface EventLog {
  emit(body: RunEventBody): void;
  /** What arrives together becomes one event. */
  text(text: string): void;
  /** Resolves when everything given so far is stored. */
  settled(): Promise<void>;
  /** What is not stored yet. The caller stores it with the end of the run. */
  rest(): Promise<RunEvent[]>;
  /** Called with what the caller stored. */
  stored(events: readonly RunEvent[]): void;
}

interface EventLogOptions {
  runId: RunId;
  attempt: number;
  lastSeq: number;
  store: Pick<RunStore, 'appendEvents'>;
  bus: Bus;
  /** The readers in this process need not read from the store what it has just written. */
  tails: Pick<RunTails, 'hand'>;
  clock: Clock;
  /** Aborted when the run has to stop, so that it does not wait for an unavailable database. */
  signal: AbortSignal;
  /** Called when the log cannot continue: the store failed, or, with null, the run was taken over. */
  onLost(failure: unknown): void;
}

/** Short enough to look like a stream, long enough to make thousands of tokens a few dozen writes. */
const gatherMs = 40;
/** What only says that a run is in progress. A fast model answers sooner, and its run is then written once, at its end. */
const signsOfLife: ReadonlySet<RunEventBody['type']> = new Set(['run-start', 'model-start', 'progress']);
const signOfLifeMs = 150;

/** The writing side of a run's events: numbered, in order, stored before they are announced. */
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
