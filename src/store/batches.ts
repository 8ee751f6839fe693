import { setTimeout as pause } from 'node:timers/promises';

const retryMs = 5000;

/** Work that waits in a table and is done in the background, in one small transaction after another. */
export interface Batches {
  /** Starts the work after this time, unless a start is already planned. */
  wake(afterMs: number): void;
  close(): Promise<void>;
}

/** `work` does one batch and returns whether there may be more. */
export function createBatches(work: () => Promise<boolean>): Batches {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let working: Promise<void> = Promise.resolve();

  const wake = (afterMs: number): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      working = working.then(workOn);
    }, afterMs);
    timer.unref();
  };

  /** Each pause between two batches is as long as the batch before it, so that others can work too. */
  async function workOn(): Promise<void> {
    try {
      for (let from = performance.now(); !isClosed && (await work()); from = performance.now())
        await pause(performance.now() - from);
    } catch {
      // Nothing is lost, because waiting rows stay in their table until a batch succeeds.
      wake(retryMs);
    }
  }

  return {
    wake,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await working;
    },
  };
}
