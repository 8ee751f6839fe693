import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { TaskPorts } from './define-task.ts';
import { finishIdleRun } from './finish-idle-run.ts';
import { makeJob } from './make-job.ts';
import { isRefusal } from './outlast-outage.ts';
import type { OwnedRun, Worker } from './ports.ts';
import { silentMs } from './silent-worker.ts';
import { cancelledError } from './stop-reason.ts';

export interface Recovery {
  requeued: number;
  closed: number;
}

/** A run that took the process down this often is not tried again. */
const maxAttempts = 5;

/** Closes or re-queues what dead workers left behind. Safe to call at any time, from any process. */
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

/** Only this run, if its worker has died. */
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

/** One run whose worker has died, or whose execution was lost. Null when another process was faster. */
export async function recoverRun(ports: TaskPorts, orphan: OwnedRun): Promise<keyof Recovery | null> {
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
  // A process number may have been given to another program since: even "alive" has its limit.
  const patienceMs = alive === true ? silentMs * 10 : silentMs;
  return ports.clock.now() - worker.beatAt > patienceMs;
}
