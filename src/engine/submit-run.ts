import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TaskPorts } from './define-task.ts';
import { joinHashOf } from './join-hash.ts';
import { prepareRun } from './prepare-run.ts';
import { recoverOrphan } from './recover-runs.ts';
import type { SubmitRequest } from './submit-request.ts';

/**
 * Writes the queued run, its input and its job in one transaction: once this resolves, it is not lost. While an
 * identical run is in progress, that one is returned instead.
 */
export async function submitRun(ports: TaskPorts, request: SubmitRequest): Promise<Run> {
  for (;;) {
    const prepared = await prepareRun(ports, request);
    const joinHash = await joinHashOf(ports, prepared);
    const created = await ports.store.createRun({ ...prepared, joinHash });
    await ports.bus.publish({ kind: 'changed', what: 'runs' });
    if (created.id === prepared.run.id) return created;
    // There may be no other process to resume a run whose process died.
    if ((await recoverOrphan(ports, created.id)) !== 'closed') return created;
  }
}

/** A new run made like one that failed or was cancelled. */
export async function retryRun(
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
