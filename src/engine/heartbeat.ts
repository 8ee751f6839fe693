import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import { silentMs } from './calls/model-limits.ts';
import type { TaskPorts } from './define-task.ts';
import type { OwnRuns } from './execute-run.ts';
import { finishIdleRun } from './finish-idle-run.ts';
import { keyKeptMs } from './key-store.ts';
import { isRefusal } from './outlast-outage.ts';
import type { OwnedRun, Worker } from './ports.ts';
import { makeJob } from './prepare-run.ts';
import { cancelledError, RunStopped } from './stop-reason.ts';

/** While runs are in progress, a cancel whose message was lost takes effect within this time. */
const busyBeatMs = 2000;
const idleBeatMs = 10_000;
/**
 * After this long without a beat of this process, the silence of other workers means nothing: the store was
 * unavailable.
 */
const outageMs = 2 * idleBeatMs;
const recoverEveryMs = 5000;
const sweepEveryMs = 600_000;
/** A reader may reconnect and replay this long after a run ended. */
const eventsKeptMs = 900_000;
const dayMs = 86_400_000;

/** Shows that this process is alive, picks up cancels that the bus lost, and recovers orphaned runs. */
export async function startHeartbeat(
  ports: TaskPorts,
  { active, unended }: OwnRuns,
): Promise<() => Promise<void>> {
  const { store, clock, worker, log } = ports;
  let stopTimer: () => void = () => {};
  let stopped = false;
  let recoveredAt = clock.now();
  let sweptAt = 0;
  let beatAt = clock.now();
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const now = clock.now();
    const unfinished = await store.beat({ ...worker, beatAt: now });
    // Other workers that were cut off too get the time for a beat before their runs are taken away.
    if (now - beatAt > outageMs) recoveredAt = now + idleBeatMs;
    beatAt = now;
    for (const [runId, end] of unended) {
      await finishIdleRun(ports, end).then(
        () => unended.delete(runId),
        (error: unknown) => log.warn({ runId, err: error }, 'a run cannot be ended yet; will retry'),
      );
    }
    for (const owned of unfinished) {
      if (unended.has(owned.run.id)) continue;
      const controller = active.get(owned.run.id);
      if (controller !== undefined && owned.cancelRequested) controller.abort(new RunStopped('cancelled'));
      // No one executes a run that is marked as running here: the store failed in the middle. No one will start a run
      // that was given back while a cancel was on its way.
      const isLeft = owned.run.status === 'running' || owned.cancelRequested;
      if (controller === undefined && isLeft) await recoverRun(ports, owned);
    }
    if (!ports.adoptsOrphans) return;
    if (now - recoveredAt > recoverEveryMs) {
      recoveredAt = now;
      await recoverRuns(ports);
    }
    if (now - sweptAt > sweepEveryMs) {
      sweptAt = now;
      if (!(await store.claimSweep({ name: 'runs', at: now, everyMs: sweepEveryMs }))) return;
      const { storage } = await ports.getSettings();
      await store.sweep({
        eventsBefore: now - eventsKeptMs,
        runsBefore: now - storage.runRetentionDays * dayMs,
        issuesBefore: now - storage.issueRetentionDays * dayMs,
        keysBefore: now - keyKeptMs,
      });
    }
  }

  function schedule(): void {
    if (stopped) return;
    stopTimer = clock.after(busyBeatMs, () => {
      if (active.size === 0 && Math.abs(clock.now() - beatAt) < idleBeatMs) return schedule();
      beating = beat()
        .catch((error: unknown) => log.error({ err: error }, 'heartbeat failed; will retry'))
        .finally(schedule);
    });
  }

  await store.beat({ ...worker, beatAt: clock.now() });
  schedule();
  return async () => {
    stopped = true;
    stopTimer();
    await beating;
    await store
      .removeWorker(worker.id)
      .catch((error: unknown) => log.warn({ err: error }, 'sign-off failed'));
  };
}

export interface Recovery {
  requeued: number;
  closed: number;
}

/** A run that took the process down this often is not tried again. */
const maxAttempts = 5;

/** Closes or re-queues the runs of dead workers. It is safe to call at any time, from any process. */
export async function recoverRuns(ports: TaskPorts): Promise<Recovery> {
  const { orphans, dead } = await findOrphans(ports);
  const recovery: Recovery = { requeued: 0, closed: 0 };
  for (const orphan of orphans) {
    const result = await recoverRun(ports, orphan);
    if (result !== null) recovery[result] += 1;
  }
  for (const gone of dead) await ports.store.removeWorker(gone.id);
  return recovery;
}

/** Recovers only this run, if its worker has died. */
export async function recoverOrphan(ports: TaskPorts, runId: RunId): Promise<keyof Recovery | null> {
  const { orphans } = await findOrphans(ports);
  const orphan = orphans.find(({ run }) => run.id === runId);
  return orphan === undefined ? null : recoverRun(ports, orphan);
}

async function findOrphans(ports: TaskPorts): Promise<{ orphans: OwnedRun[]; dead: Worker[] }> {
  const { store, worker } = ports;
  const workers = await store.listWorkers();
  const dead = workers.filter((other) => other.id !== worker.id && isDead(ports, other));
  const live = workers.filter((other) => !dead.includes(other)).map((other) => other.id);
  return { orphans: await store.listOrphans([...new Set([...live, worker.id])]), dead };
}

/**
 * Recovers one run whose worker has died or whose execution was lost. Returns null if another process was faster or
 * the database refuses.
 */
async function recoverRun(ports: TaskPorts, orphan: OwnedRun): Promise<keyof Recovery | null> {
  try {
    return await requeueOrClose(ports, orphan);
  } catch (error) {
    // A run that the database refuses to change must not keep the others from being recovered.
    if (!isRefusal(error)) throw error;
    ports.log.error({ runId: orphan.run.id, err: error }, 'a run could not be recovered');
    return null;
  }
}

async function requeueOrClose(ports: TaskPorts, orphan: OwnedRun): Promise<keyof Recovery | null> {
  const { store, queue, clock, worker, log } = ports;
  const { run, workerId, cancelRequested } = orphan;
  const attempt = run.status === 'queued' ? null : run.attempt;
  if (cancelRequested) {
    return (await finishIdleRun(ports, { run, attempt, error: cancelledError() })) ? 'closed' : null;
  }
  if (run.attempt >= maxAttempts) {
    const message = `Precis stopped ${run.attempt} times while this run was in progress.`;
    const error = new AppError('run_interrupted', message);
    return (await finishIdleRun(ports, { run, attempt, error })) ? 'closed' : null;
  }
  const job = await makeJob(ports, run);
  const requeued = await store.requeueRun({
    runId: run.id,
    fromWorkerId: workerId,
    toWorkerId: worker.id,
    at: clock.now(),
    enqueue: (tx, notBefore) => queue.enqueueAgain(notBefore === undefined ? job : { ...job, notBefore }, tx),
  });
  if (requeued) log.info({ runId: run.id, fromWorkerId: workerId }, 'requeued an interrupted run');
  return requeued ? 'requeued' : null;
}

function isDead(ports: TaskPorts, worker: Worker): boolean {
  const alive = ports.isAlive(worker);
  if (alive === false) return true;
  // A process number may have been given to another program since, so even a live process gets a limit.
  const patienceMs = alive === true ? silentMs * 10 : silentMs;
  return ports.clock.now() - worker.beatAt > patienceMs;
}
