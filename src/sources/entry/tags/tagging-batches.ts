import { cancelIfThere } from '#engine/create-engine.ts';
import type { PreparedRun } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import {
  type BatchEntriesQuery,
  type BatchEntryPage,
  type BatchId,
  batchIdSchema,
  type EntrySelection,
  maxBatchEntries,
  type StartTaggingRequest,
  type TaggingBatch,
  type TaggingEstimate,
  type UndoneBatch,
} from '#schema/tag-wire.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import { planTagging, taggingRoute } from '#sources/entry/tasks/tagging.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import type { TagPorts } from './ports.ts';

/** Tokens of the template, the names of the library and the title. */
const promptTokens = 750;
/** Tokens of seven names with a quotation each, as JSON. */
const answerTokens = 260;
const entriesPerPage = 500;
const listedBatches = 50;
const entriesPerAccept = 20;

/** Tags many entries. Throws AppError `not_found`. */
export function createTaggingBatches(ports: TagPorts, driver: Pick<BatchDriver, 'advance'>) {
  const { store, entries, engine, bus, clock } = ports;

  async function select(selection: EntrySelection): Promise<{ ids: EntryId[]; isCut: boolean }> {
    const { entryIds, view = 'all', ...filter } = selection;
    if (entryIds !== undefined) return { ids: [...new Set(entryIds)], isCut: false };
    const ids: EntryId[] = [];
    let cursor: string | undefined;
    do {
      const query = { ...filter, view, limit: entriesPerPage };
      const page = await entries.listEntries(cursor === undefined ? query : { ...query, cursor });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && ids.length < maxBatchEntries);
    return {
      ids: ids.slice(0, maxBatchEntries),
      isCut: cursor !== undefined || ids.length > maxBatchEntries,
    };
  }

  async function show(id: BatchId): Promise<TaggingBatch> {
    const batch = await store.getBatch(id);
    if (batch === null) throw missingBatch(id);
    return batch;
  }

  async function cancel(runIds: readonly RunId[]): Promise<void> {
    for (const runId of runIds) await cancelIfThere(engine, runId);
    for (const what of ['tags', 'entries'] as const) await bus.publish({ kind: 'changed', what });
  }

  return {
    async estimate(selection: EntrySelection): Promise<TaggingEstimate> {
      const { ids, isCut } = await select(selection);
      const settings = await ports.getSettings();
      const [primary = settings.summaryAgent.primaryModelProfileId] = taggingRoute(settings);
      const { profile } = await ports.models.open(primary);
      const isFree = profile.provider === 'builtin';
      const total = { entries: 0, skipped: 0, inputTokens: 0, outputTokens: 0 };
      for (const id of ids) {
        const entry = await entries.getEntry(id);
        if (entry === null || checkEntry(entry) !== null) {
          total.skipped += 1;
          continue;
        }
        total.entries += 1;
        if (isFree) continue;
        total.inputTokens += promptTokens + tokensOf(entry);
        total.outputTokens += answerTokens;
      }
      const { prices } = profile;
      const perMillion =
        prices === null
          ? null
          : total.inputTokens * prices.inputPerMillionUsd + total.outputTokens * prices.outputPerMillionUsd;
      return {
        ...total,
        isCut,
        costUsd: isFree ? 0 : perMillion === null ? null : perMillion / 1_000_000,
        modelProfileId: profile.id,
        model: profile.model,
      };
    },

    /** A repeated request with the same id returns the same batch. */
    async start(
      { selection, mode }: StartTaggingRequest,
      { id }: { id?: string | undefined } = {},
    ): Promise<TaggingBatch> {
      const batchId = batchIdSchema.parse(id ?? ports.newId());
      const known = await store.getBatch(batchId);
      if (known !== null) return known;
      const { ids } = await select(selection);
      if (ids.length === 0) throw new AppError('conflict', 'No entry matches this selection. Choose others.');
      await store.createBatch({ id: batchId, mode, selection, entryIds: ids, at: clock.now() });
      driver.advance();
      await bus.publish({ kind: 'changed', what: 'tags' });
      return show(batchId);
    },

    list: () => store.listBatches(listedBatches),
    get: show,

    async listEntries(id: BatchId, query: BatchEntriesQuery): Promise<BatchEntryPage> {
      await show(id);
      return store.listBatchEntries(id, query);
    },

    async abort(id: BatchId): Promise<TaggingBatch> {
      const runIds = await store.abortBatch(id, clock.now());
      if (runIds === null) throw missingBatch(id);
      await cancel(runIds);
      return show(id);
    },

    async resume(id: BatchId): Promise<TaggingBatch> {
      const resumed = await store.resumeBatch(id);
      if (resumed === 'missing') throw missingBatch(id);
      if (resumed === 'undone')
        throw new AppError('conflict', 'This batch was undone. Start a new one for the same entries.');
      driver.advance();
      await bus.publish({ kind: 'changed', what: 'tags' });
      return show(id);
    },

    /** Uses several transactions, so that others do not wait long. A second call does nothing. */
    async accept(id: BatchId): Promise<TaggingBatch> {
      await show(id);
      const waiting = await store.listUnaccepted(id);
      for (let from = 0; from < waiting.length; from += entriesPerAccept) {
        const entryIds = waiting.slice(from, from + entriesPerAccept);
        await store.acceptBatch({ id, entryIds, at: clock.now() });
        await bus.publish({ kind: 'changed', what: 'tags' });
      }
      await bus.publish({ kind: 'changed', what: 'entries' });
      return show(id);
    },

    async undo(id: BatchId): Promise<UndoneBatch> {
      const undone = await store.undoBatch(id, clock.now());
      if (undone === null) throw missingBatch(id);
      await cancel(undone.runIds);
      return undone.removed;
    },
  };
}

function tokensOf({ title, text }: Entry): number {
  return estimateTokens(title) + estimateTokens(text);
}

function missingBatch(id: BatchId): AppError {
  return new AppError('not_found', `Batch ${id} not found.`);
}

/** Limits the runs of one batch in progress, so that what a person starts does not wait for hundreds. */
const lanes = 4;
/** Picks up batches of a process that died between the end of its last run and the start of the next. */
const tickMs = 10_000;

interface BatchDriver {
  /** Starts the next runs of all batches. Returns at once. */
  advance(): void;
  /** Starts to check regularly for batches of other processes too. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Keeps the runs of all batches going. All state is in the store: each run is written in the transaction that takes
 * its entry, so that a process can die at any moment and several processes can drive one batch.
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
      // Deleting the entry also deleted its row in the batch.
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
