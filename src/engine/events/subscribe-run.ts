import { outlastOutage } from '#engine/outlast-outage.ts';
import type { EnginePorts } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { type RunTails, tailPageSize } from './run-tails.ts';

export interface SubscribeOptions {
  /** The last event the reader has; 0 for none. */
  afterSeq: number;
  signal: AbortSignal;
  /** The caller has just read the run, and it had not ended. */
  isOpen?: boolean;
}

type SubscribePorts = Pick<EnginePorts, 'store' | 'clock'> & { tails: RunTails };

/**
 * The events of a run from anywhere, by any process, to its end, as many at a time as there are. The stored rows are the
 * truth; the bus only wakes.
 */
export async function* subscribeRun(
  { store, clock, tails }: SubscribePorts,
  runId: RunId,
  options: SubscribeOptions,
): AsyncGenerator<readonly RunEvent[]> {
  const { signal } = options;
  let { afterSeq, isOpen = false } = options;
  let woken = false;
  let wake = () => {};
  const tail = tails.join(runId, () => {
    woken = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });

  /** The stream stays open while the database is unavailable. */
  function read<T>(work: () => Promise<T>): Promise<T> {
    return outlastOutage({ clock, signal }, work);
  }

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      if (woken || signal.aborted) resolve();
    });
  }

  try {
    while (!signal.aborted) {
      woken = false;
      const events = await read(() => tail.readEvents(afterSeq));
      const last = events.at(-1);
      if (last !== undefined) {
        yield events;
        afterSeq = last.seq;
        if (last.type === 'run-end') return;
        if (events.length < tailPageSize) await sleep();
        continue;
      }
      if (isOpen) {
        // If it ends now, it wakes this reader.
        isOpen = false;
        await sleep();
        continue;
      }
      const run = await read(tail.getRun);
      if (run === null) throw new AppError('not_found', `Run ${runId} not found.`);
      // Read again: the readers' shared result may be older than the run's end.
      const readNext = () => store.readEvents({ runId, afterSeq, limit: 1 });
      if (run.finishedAt !== null && (await read(readNext)).length === 0) {
        // The replay log of an old run has been deleted; its outcome is still known.
        const { status, errorCode, errorMessage } = run;
        if (status === 'queued' || status === 'running') continue;
        const seq = afterSeq + 1;
        const end = { status, errorCode, message: errorMessage };
        yield [{ runId, seq, at: run.finishedAt, type: 'run-end', ...end }];
        return;
      }
      await sleep();
    }
  } finally {
    tail.leave();
    signal.removeEventListener('abort', onAbort);
  }
}
