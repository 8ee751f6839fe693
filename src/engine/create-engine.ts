import { createRunTails } from '#engine/events/run-tails.ts';
import { type SubscribeOptions, subscribeRun } from '#engine/events/subscribe-run.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { TaskPorts } from './define-task.ts';
import { executeRun, type OwnRuns } from './execute-run.ts';
import { finishIdleRun } from './finish-idle-run.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { PreparedRun } from './ports.ts';
import { prepareRun } from './prepare-run.ts';
import { type Recovery, recoverRuns } from './recover-runs.ts';
import { cancelledError, RunStopped } from './stop-reason.ts';
import type { SubmitRequest } from './submit-request.ts';
import { retryRun, submitRun } from './submit-run.ts';

export interface Engine {
  /** Joins an identical run in progress. */
  submit(request: SubmitRequest): Promise<Run>;
  /** For a source that writes its run together with what the run is about. */
  prepare(request: SubmitRequest): Promise<PreparedRun>;
  /** Stops the run, in any process, and the one it waits for where its task says so. A run that has ended is unchanged. */
  cancel(runId: RunId): Promise<Run>;
  retry(runId: RunId, options?: { newRunId?: RunId | undefined }): Promise<Run>;
  subscribe(runId: RunId, options: SubscribeOptions): AsyncGenerator<readonly RunEvent[]>;
  recover(): Promise<Recovery>;
  /**
   * Registers this process, recovers, and starts to execute runs, unless it only serves readers. May be called again
   * if it failed.
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
      // Comes second: its end would start the run.
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
