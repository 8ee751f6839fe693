import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/run-event.ts';
import type { EnginePorts } from './ports.ts';

export interface SubscribeOptions {
  /** The last event the reader has; 0 for none. */
  afterSeq: number;
  signal: AbortSignal;
}

const pageSize = 500;
/** Only a lost wake-up waits this long. */
const pollMs = 1000;

/** The events of a run from anywhere, by any process, to its end. The stored rows are the truth; the bus only wakes. */
export async function* subscribeRun(
  ports: Pick<EnginePorts, 'store' | 'bus' | 'clock'>,
  runId: RunId,
  options: SubscribeOptions,
): AsyncGenerator<RunEvent> {
  const { store, bus, clock } = ports;
  const { signal } = options;
  let { afterSeq } = options;
  let woken = false;
  let wake = () => {};
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind !== 'run-events' || message.runId !== runId) return;
    woken = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const stop = clock.after(pollMs, resolve);
      wake = () => {
        stop();
        resolve();
      };
      if (woken || signal.aborted) wake();
    });
  }

  try {
    while (!signal.aborted) {
      woken = false;
      const events = await store.readEvents({ runId, afterSeq, limit: pageSize });
      for (const event of events) {
        yield event;
        afterSeq = event.seq;
        if (event.type === 'run-end') return;
      }
      if (events.length > 0) continue;
      const run = await store.getRun(runId);
      if (run === null) throw new AppError('not_found', `There is no run ${runId}.`);
      if (run.finishedAt !== null && (await store.readEvents({ runId, afterSeq, limit: 1 })).length === 0) {
        // The replay log of an old run is gone; its end is still known.
        const { status, errorCode, errorMessage } = run;
        if (status === 'queued' || status === 'running') continue;
        yield {
          runId,
          seq: afterSeq + 1,
          at: run.finishedAt,
          type: 'run-end',
          status,
          errorCode,
          message: errorMessage,
        };
        return;
      }
      await sleep();
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}
