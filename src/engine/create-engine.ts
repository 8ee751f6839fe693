import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { SubmitRequest, TaskPorts } from './define-task.ts';
import { createRunTails, type RunTails, tailPageSize } from './events/event-log.ts';
import { executeRun, type OwnRuns } from './execute-run.ts';
import { finishIdleRun } from './finish-idle-run.ts';
import { type Recovery, recoverOrphan, recoverRuns, startHeartbeat } from './heartbeat.ts';
import { outlastOutage } from './outlast-outage.ts';
import type { EnginePorts, PreparedRun } from './ports.ts';
import { prepareRun } from './prepare-run.ts';
import { cancelledError, RunStopped } from './stop-reason.ts';

export interface Engine {
  /** Starts a run, or joins an identical run in progress. */
  submit(request: SubmitRequest): Promise<Run>;
  /** Prepares a run for a source that writes the run together with its own rows. */
  prepare(request: SubmitRequest): Promise<PreparedRun>;
  /**
   * Stops the run, in any process, and the run it waits for if its task says so. A run that has ended stays
   * unchanged.
   */
  cancel(runId: RunId): Promise<Run>;
  retry(runId: RunId, options?: { newRunId?: RunId | undefined }): Promise<Run>;
  subscribe(runId: RunId, options: SubscribeOptions): AsyncGenerator<readonly RunEvent[]>;
  recover(): Promise<Recovery>;
  /**
   * Registers this process, recovers interrupted runs, and starts to execute runs unless it only serves readers. It
   * may be called again after a failure.
   */
  start(options: { executes: boolean }): Promise<void>;
  /** Lets runs in progress finish for at most `graceMs`, then gives them back to the queue. */
  stop(graceMs: number): Promise<void>;
}

export function createEngine(ports: TaskPorts): Engine {
  const { store, bus, queue } = ports;
  const own: OwnRuns = { active: new Map(), unended: new Map() };
  const { active } = own;
  const tails = createRunTails(ports);
  let stopHeartbeat: (() => Promise<void>) | null = null;
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'run-cancel') active.get(message.runId)?.abort(new RunStopped('cancelled'));
  });

  async function getRun(runId: RunId): Promise<Run> {
    const run = await store.getRun(runId);
    if (run === null) throw new AppError('not_found', `Run ${runId} not found.`);
    return run;
  }

  async function cancelRun(run: Run): Promise<boolean> {
    const was = await store.markCancelled(run.id, ports.clock.now());
    if (was === 'queued') await finishIdleRun(ports, { run, attempt: null, error: cancelledError() });
    if (was !== 'queued' && was !== 'running') return false;
    await bus.publish({ kind: 'run-cancel', runId: run.id });
    return true;
  }

  return {
    submit: (request) => submitRun(ports, request),
    prepare: (request) => prepareRun(ports, request),

    async cancel(runId) {
      const run = await getRun(runId);
      const wasActive = await cancelRun(run);
      const { cancelsAwaited } = ports.tasks.get(run.taskType);
      // The awaited run is cancelled second, because its end would start this run.
      const awaited =
        wasActive && cancelsAwaited && run.afterRunId ? await store.getRun(run.afterRunId) : null;
      if (awaited) await cancelRun(awaited);
      return getRun(runId);
    },

    async retry(runId, { newRunId } = {}) {
      return retryRun(ports, { run: await getRun(runId), newRunId });
    },

    subscribe: (runId, options) => subscribeRun({ ...ports, tails }, runId, options),
    recover: () => recoverRuns(ports),

    async start({ executes }) {
      stopHeartbeat ??= await startHeartbeat(ports, own);
      if (ports.adoptsOrphans) await recoverRuns(ports);
      if (executes) await queue.work((job) => executeRun({ ...ports, tails }, own, job));
    },

    async stop(graceMs) {
      const closing = queue.close(graceMs);
      const stopTimer = ports.clock.after(graceMs, () => {
        for (const controller of active.values()) controller.abort(new RunStopped('shutdown'));
      });
      await closing;
      stopTimer();
      // What cannot be requeued now (the store may be unavailable) is recovered by the next process to start.
      for (let waits = 0; active.size > 0 && waits < 300; waits++) {
        for (const controller of active.values()) controller.abort(new RunStopped('shutdown'));
        await new Promise<void>((resolve) => ports.clock.after(10, resolve));
      }
      await stopHeartbeat?.();
      unsubscribe();
    },
  };
}

interface SubscribeOptions {
  /** The number of the last event that the reader has, or 0 for none. */
  afterSeq: number;
  signal: AbortSignal;
  /** Says that the caller has just read the run and that the run had not ended. */
  isOpen?: boolean;
}

type SubscribePorts = Pick<EnginePorts, 'store' | 'clock'> & { tails: RunTails };

/**
 * Yields the events of a run to its end, as many at a time as there are. The run may be executed by any process: the
 * stored rows are the truth, and the bus only wakes readers.
 */
async function* subscribeRun(
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
        // If the run ends now, its end wakes this reader.
        isOpen = false;
        await sleep();
        continue;
      }
      const run = await read(tail.getRun);
      if (run === null) throw new AppError('not_found', `Run ${runId} not found.`);
      // The events are read again, because the readers' shared result may be older than the run's end.
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

/**
 * Writes the queued run, its input and its job in one transaction, so the run is durable once this resolves. While an
 * identical run is in progress, that one is returned instead.
 */
async function submitRun(ports: TaskPorts, request: SubmitRequest): Promise<Run> {
  for (;;) {
    const prepared = await prepareRun(ports, request);
    const joinHash = await joinHashOf(ports, prepared);
    const created = await ports.store.createRun({ ...prepared, joinHash });
    await ports.bus.publish({ kind: 'changed', what: 'runs' });
    if (created.id === prepared.run.id) return created;
    // If the process of the joined run has died, there may be no other process to recover the run.
    if ((await recoverOrphan(ports, created.id)) !== 'closed') return created;
  }
}

/** Starts a new run with the request of a run that failed or was cancelled. */
async function retryRun(
  ports: TaskPorts,
  { run, newRunId }: { run: Run; newRunId?: RunId | undefined },
): Promise<Run> {
  if (run.status !== 'failed' && run.status !== 'cancelled') {
    throw new AppError(
      'conflict',
      `Only a failed or cancelled run can be retried; this one is ${run.status}. Start a new one from its source.`,
    );
  }
  const { retryRefusal } = ports.tasks.get(run.taskType);
  if (retryRefusal !== undefined) throw new AppError('conflict', retryRefusal);
  const input = await ports.store.getInput(run.id);
  if (input === null)
    throw new AppError(
      'not_found',
      'The text of this run is no longer stored. Start a new run from its source.',
    );
  const { taskType, source, agentId, variant, route, templateId, parameters } = run;
  return submitRun(ports, {
    taskType,
    source,
    agentId,
    variant,
    route,
    templateId,
    parameters,
    trigger: 'manual',
    input,
    runId: newRunId,
  });
}

type JoinPorts = Pick<TaskPorts, 'tasks' | 'models' | 'templates' | 'hash'>;

/** Hashes everything that the result of a run depends on. Returns null for tasks whose runs are never joined. */
async function joinHashOf(
  { tasks, models, templates, hash }: JoinPorts,
  { run, input }: PreparedRun,
): Promise<string | null> {
  const { taskType, source, variant, templateId, parameters, route } = run;
  const task = tasks.get(taskType);
  if (task.joinKey === undefined) return null;
  const { title, contentHash, systemPromptOverride, subject } = input;
  // A profile or template that is missing fails the run itself, with its reason.
  const profiles = await Promise.all(
    route.map(async (id) => (await models.open(id).catch(() => null))?.profile ?? null),
  );
  const templateHash = await templates.hashOf(templateId).catch(() => null);
  return hash(
    JSON.stringify([
      [taskType, source.kind, source.id, variant],
      [templateId, templateHash, parameters],
      [route, profiles],
      [title, contentHash, systemPromptOverride, task.joinKey(subject)],
    ]),
  );
}

/** Cancels a run that is no longer needed. A run deleted in the meantime is not a failure. */
export async function cancelIfThere(engine: Pick<Engine, 'cancel'>, runId: RunId): Promise<void> {
  try {
    await engine.cancel(runId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
}
