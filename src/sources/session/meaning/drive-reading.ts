import type { Clock, Log } from '#engine/ports.ts';

interface DrivePorts {
  /** True: the next one should come soon. */
  step(): Promise<boolean>;
  /** Calls back when the settings or a model profile have changed. */
  onChange(callback: () => void): () => void;
  clock: Clock;
  log: Log;
}

const tickMs = 5000;
const soonMs = 200;

/** Reads on, step by step, from start to stop. A change of the settings takes effect soon. */
export function driveReading({ step, onChange, clock, log }: DrivePorts) {
  let current: Promise<void> = Promise.resolve();
  let isStopped = true;
  let stopTimer = () => {};
  let stopListening = () => {};
  let lastFailure = '';

  async function stepOnce(): Promise<number> {
    try {
      const isMore = await step();
      lastFailure = '';
      return isMore ? soonMs : tickMs;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Every five seconds the same would hide the rest of the log.
      if (message !== lastFailure)
        log.warn({ err: error }, 'records could not be read for search by meaning; will retry');
      lastFailure = message;
      return tickMs;
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
      stopListening = onChange(() => wait(soonMs));
      wait(soonMs);
    },
    async stop(): Promise<void> {
      isStopped = true;
      stopTimer();
      stopListening();
      await current;
    },
  };
}
