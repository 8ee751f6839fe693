import type { Clock, Log } from '#engine/ports.ts';
import type { NextStep } from './read-records.ts';

interface DrivePorts {
  /** When the next one should come. */
  step(): Promise<NextStep>;
  /** Calls back when the settings or a model profile have changed. */
  onChange(callback: () => void): () => void;
  clock: Clock;
  log: Log;
}

const pauseMs: Record<NextStep, number> = { 'at-once': 200, soon: 5000, later: 30_000 };

/** Reads on, step by step, from start to stop. A change of the settings takes effect soon. */
export function driveReading({ step, onChange, clock, log }: DrivePorts) {
  let current: Promise<void> = Promise.resolve();
  let isStopped = true;
  let stopTimer = () => {};
  let stopListening = () => {};
  let lastFailure = '';

  async function stepOnce(): Promise<number> {
    try {
      const next = await step();
      lastFailure = '';
      return pauseMs[next];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Every five seconds the same would hide the rest of the log.
      if (message !== lastFailure)
        log.warn({ err: error }, 'records could not be read for search by meaning; will retry');
      lastFailure = message;
      return pauseMs.soon;
    }
  }

  function wait(ms: number): void {
    stopTimer();
    if (!isStopped) stopTimer = clock.after(ms, tick);
  }

  function tick(): void {
    current = current.then(async () => {
      if (!isStopped) wait(await stepOnce());
    });
  }

  return {
    start(): void {
      isStopped = false;
      stopListening = onChange(() => wait(pauseMs['at-once']));
      wait(pauseMs['at-once']);
    },
    async stop(): Promise<void> {
      isStopped = true;
      stopTimer();
      stopListening();
      await current;
    },
  };
}
