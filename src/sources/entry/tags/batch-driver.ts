import type { PreparedRun } from '#engine/ports.ts';
import type { EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { TaggingBatch } from '#schema/tags/tag-wire.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import { planTagging } from './plan-tagging.ts';
import type { TagPorts } from './ports.ts';

/** Runs of one batch that are queued or running. Few, so that what a person starts meanwhile does not wait for hundreds. */
const lanes = 4;
/** Another process may have died between the end of its last run and the start of the next. */
const tickMs = 10_000;

export interface BatchDriver {
  /** Starts what can be started, of all batches. Returns at once. */
  advance(): void;
  /** Looks after the batches of other processes too. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Keeps the runs of all batches going. Everything it knows is in the store: each run is written in the transaction that
 * takes its entry, so that a process can die at any moment, and several can drive one batch.
 */
export function createBatchDriver(ports: TagPorts): BatchDriver {
  const { store, entries, engine, bus, clock, log } = ports;
  let current: Promise<void> | null = null;
  let isAgain = false;
  let isStopped = false;
  let stopTimer = () => {};

  function advance(): void {
    isAgain = true;
    if (isStopped || current !== null) return;
    current = work().finally(() => {
      current = null;
      if (isAgain) advance();
    });
  }

  async function work(): Promise<void> {
    isAgain = false;
    try {
      for (const batch of await store.listRunningBatches()) if (!isStopped) await advanceOne(batch);
    } catch (error) {
      log.warn({ err: error }, 'a tagging batch could not continue; will retry');
    }
  }

  async function advanceOne(batch: Pick<TaggingBatch, 'id' | 'mode' | 'createdAt'>): Promise<void> {
    for (;;) {
      const next = await store.advanceBatch({ id: batch.id, lanes, at: clock.now() });
      if (next.length === 0) break;
      const { runs, skipped } = await prepare(batch, next);
      if (skipped.length > 0) await store.skipEntries(batch.id, skipped);
      const started = runs.length === 0 ? 0 : await store.startEntries({ id: batch.id, lanes, runs });
      if (started > 0) await bus.publish({ kind: 'changed', what: 'runs' });
      if (skipped.length === 0) break;
    }
    await bus.publish({ kind: 'changed', what: 'tags' });
  }

  async function prepare(
    batch: Pick<TaggingBatch, 'id' | 'mode' | 'createdAt'>,
    ids: readonly EntryId[],
  ): Promise<{
    runs: { entryId: EntryId; prepared: PreparedRun }[];
    skipped: { entryId: EntryId; code: ErrorCode; message: string }[];
  }> {
    const settings = await ports.getSettings();
    const runs = [];
    const skipped = [];
    for (const entryId of ids) {
      const entry = await entries.getEntry(entryId);
      // Its row in the batch went with it.
      if (entry === null) continue;
      const finding = checkEntry(entry);
      if (finding !== null) skipped.push({ entryId, ...finding });
      else {
        const { mode } = batch;
        const planned = planTagging(entry, { mode, trigger: 'manual', batch, settings });
        runs.push({ entryId, prepared: await engine.prepare(planned) });
      }
    }
    return { runs, skipped };
  }

  function tick(): void {
    advance();
    if (!isStopped) stopTimer = clock.after(tickMs, tick);
  }

  return {
    advance,
    start: tick,
    async stop() {
      isStopped = true;
      stopTimer();
      await current;
    },
  };
}
