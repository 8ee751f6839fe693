import type { TaskPorts } from './define-task.ts';
import type { OwnRuns } from './execute-run.ts';
import { finishIdleRun } from './finish-idle-run.ts';
import { keyKeptMs } from './key-store.ts';
import { recoverRun, recoverRuns } from './recover-runs.ts';
import { RunStopped } from './stop-reason.ts';

/** While runs are in progress, a lost cancel message is recovered within this time. */
const busyBeatMs = 2000;
const idleBeatMs = 10_000;
/** After this long without a beat of our own, the silence of others means nothing: the store was unavailable. */
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
    // Those who were cut off as well get the time for a beat before their runs are taken away.
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
      // Marked as running here, but no one executes it: the store failed in the middle. Or given back while a cancel
      // was on its way: no one will start it.
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
