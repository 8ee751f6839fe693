import type { AppError } from '#schema/app-error.ts';
import type { Run, Usage } from '#schema/runs/run.ts';
import type { TaskPorts } from './define-task.ts';
import { announceEnd, makeIssue, releaseWaiting, saveStopped, statusOf, storeEnd } from './finish-run.ts';
import { isOutage } from './outlast-outage.ts';
import type { FinishResult } from './ports.ts';

export interface IdleEnd {
  run: Run;
  /** The value is null if the run is still queued. */
  attempt: number | null;
  error: AppError;
  /** What was paid for. It is absent if nothing is known. */
  usage?: Usage | null;
}

/**
 * Ends a run that no process executes: it is queued, its worker has died, or the database refused its details. If the
 * database refuses them again, only the row of the run is written.
 */
export async function finishIdleRun(ports: TaskPorts, idle: IdleEnd): Promise<boolean> {
  const { run } = idle;
  const result = await storeIdle(ports, idle).catch((refused: unknown) => {
    if (isOutage(refused)) throw refused;
    ports.log.error({ runId: run.id, err: refused }, 'the end of a run was refused; writing its row alone');
    return closeRun(ports, idle);
  });
  if (result === 'finished') await announceEnd(ports, ports.tasks.get(run.taskType), run);
  return result === 'finished';
}

async function storeIdle(
  ports: TaskPorts,
  { run, attempt, error, usage = run.usage }: IdleEnd,
): Promise<FinishResult> {
  const at = ports.clock.now();
  return storeEnd(ports, {
    runId: run.id,
    attempt,
    at,
    outcome: {
      status: statusOf(error),
      provenance: run.provenance,
      modelProfileId: run.modelProfileId,
      provider: run.provider,
      model: run.model,
      modelFailures: run.modelFailures,
      outputLanguage: null,
      coverage: run.coverage,
      grounding: null,
      usage,
      errorCode: error.code,
      errorMessage: error.message,
    },
    prompt: null,
    slot: null,
    save: null,
    saveFailed: await saveStopped(ports, { run, error, at }),
    issue: makeIssue(ports, error, at),
    next: null,
    events: [],
  });
}

/**
 * Writes the row of the run alone. It includes the usage, for the spending caps, unless the database refuses that.
 */
async function closeRun(
  ports: TaskPorts,
  { run, attempt, error, usage = null }: IdleEnd,
): Promise<FinishResult> {
  const outcome = { status: statusOf(error), errorCode: error.code, errorMessage: error.message };
  const close = (paid: Usage | null) =>
    releaseWaiting(ports, run.id, (enqueueNext) =>
      ports.store.closeRun({
        runId: run.id,
        attempt,
        at: ports.clock.now(),
        outcome: { ...outcome, usage: paid },
        enqueueNext,
      }),
    );
  if (usage === null) return close(null);
  return close(usage).catch((refused: unknown) => {
    if (isOutage(refused)) throw refused;
    return close(null);
  });
}
