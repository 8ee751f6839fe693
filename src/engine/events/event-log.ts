import { outlastOutage } from '#engine/outlast-outage.ts';
import type { Bus, Clock, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';

export interface EventLog {
  emit(body: RunEventBody): void;
  /** Text is gathered for a moment before it is written: one row and one wake-up for many tokens. */
  text(text: string): void;
  /** Resolves when everything given so far is stored. */
  settled(): Promise<void>;
}

interface EventLogOptions {
  runId: RunId;
  attempt: number;
  lastSeq: number;
  store: Pick<RunStore, 'appendEvents'>;
  bus: Bus;
  clock: Clock;
  /** Aborted when the run has to stop, so that it does not wait for an unavailable database. */
  signal: AbortSignal;
  /** Called when the log cannot continue: the run was taken over, or the store failed. */
  onLost(error: Error): void;
}

/** Short enough to look like a stream, long enough to make thousands of tokens a few dozen writes. */
const gatherMs = 40;

/** The writing side of a run's events: numbered, in order, stored before they are announced. */
export function createEventLog(options: EventLogOptions): EventLog {
  const { runId, attempt, store, bus, clock, signal } = options;
  let seq = options.lastSeq;
  let gathered = '';
  let stopTimer: (() => void) | null = null;
  let pending: RunEvent[] = [];
  let writing: Promise<void> | null = null;
  let lost = false;

  function push(body: RunEventBody): void {
    seq += 1;
    pending.push({ ...body, runId, seq, at: clock.now() });
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  function flushText(): void {
    stopTimer?.();
    stopTimer = null;
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    push({ type: 'text-delta', text });
  }

  async function write(): Promise<void> {
    while (pending.length > 0 && !lost) {
      const events = pending;
      pending = [];
      try {
        const append = () => store.appendEvents({ runId, attempt, events });
        if (!(await outlastOutage({ clock, signal }, append))) {
          throw new Error(`run ${runId} no longer belongs to attempt ${attempt}`);
        }
        await bus.publish({ kind: 'run-events', runId });
      } catch (error) {
        lost = true;
        options.onLost(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  return {
    emit(body) {
      flushText();
      push(body);
    },
    text(text) {
      gathered += text;
      stopTimer ??= clock.after(gatherMs, flushText);
    },
    async settled() {
      flushText();
      while (writing !== null) await writing;
    },
  };
}
