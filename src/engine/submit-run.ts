import { refuseOverCap } from '#engine/calls/spending-cap.ts';
import { AppError } from '#schema/app-error.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Run, RunInput, Variant } from '#schema/runs/run.ts';
import { languageDisplayName } from '#text/language/language-names.ts';
import type { TaskPorts } from './define-task.ts';
import { joinHashOf } from './join-hash.ts';
import { enqueueOf, makeJob } from './make-job.ts';
import type { NewRun, PreparedRun } from './ports.ts';
import { recoverOrphan } from './recover-runs.ts';

export type SubmitRequest = Pick<NewRun, 'taskType' | 'source' | 'agentId' | 'trigger' | 'route'> & {
  /** The content hash is that of the text unless given. */
  input: Pick<RunInput, 'sourceText'> & Partial<RunInput>;
  /** Of a task with slots. */
  variant?: Variant;
  /** A template of the task's kind other than the default one. */
  templateId?: string;
  /** The run that has to end first. */
  afterRunId?: RunId;
  /** It is waited for until this time at most. */
  startBy?: number;
  /** Kept with the run beside its variant. */
  parameters?: Record<string, string>;
  /** The run's id; generated if omitted. If a run with this id exists, it is returned instead. */
  runId?: RunId | undefined;
};

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

/** Everything about a run except writing it. Throws AppError `spending_capped` for automatic runs over a cap. */
export async function prepareRun(ports: TaskPorts, request: SubmitRequest): Promise<PreparedRun> {
  const { input, templateId, afterRunId, startBy, runId, ...fields } = request;
  if (request.trigger === 'auto') await refuseOverCap(ports);
  const task = ports.tasks.get(request.taskType);
  const variant = task.slot?.variant.parse(request.variant) ?? {};
  const run: NewRun = {
    ...fields,
    id: runId ?? runIdSchema.parse(ports.newId()),
    templateId: templateId ?? task.templateId,
    variant,
    targetLanguage: variant.targetLanguage ?? null,
    parameters: { ...parametersOf(variant), ...request.parameters },
    afterRunId: afterRunId ?? null,
    createdAt: ports.clock.now(),
  };
  const job = await makeJob(ports, run);
  return {
    run,
    workerId: ports.worker.id,
    input: {
      sourceText: input.sourceText,
      title: input.title ?? null,
      contentHash: input.contentHash ?? ports.hash(input.sourceText),
      systemPromptOverride: input.systemPromptOverride?.trim() ? input.systemPromptOverride : null,
      subject: input.subject ?? null,
    },
    startBy: startBy ?? null,
    enqueue: enqueueOf(ports, job),
  };
}

/** A new run made like one that failed or was cancelled. */
export async function retryRun(
  ports: TaskPorts,
  { run, newRunId }: { run: Run; newRunId?: RunId | undefined },
): Promise<Run> {
  if (run.status !== 'failed' && run.status !== 'cancelled') {
    throw new AppError(
      'conflict',
      `Only a failed or cancelled run can be retried; this one is ${run.status}.`,
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

/** What templates say about a variant, with the name of its language as people call it. */
export function parametersOf(variant: Variant): Record<string, string> {
  const { targetLanguage } = variant;
  if (targetLanguage === undefined) return variant;
  return { ...variant, targetLanguageDisplayName: languageDisplayName(targetLanguage) };
}
