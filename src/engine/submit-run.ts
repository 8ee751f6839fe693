import { AppError } from '#schema/app-error.ts';
import { type ModelProfileId, type RunId, runIdSchema } from '#schema/ids.ts';
import type { Run, RunInput } from '#schema/run.ts';
import { languageDisplayName } from '#text/language-names.ts';
import type { EnginePorts, Enqueue, Job, NewRun, PreparedRun } from './ports.ts';
import { refuseOverCap } from './spending-cap.ts';
import { tasks } from './tasks.ts';

export type SubmitRequest = Pick<
  NewRun,
  'taskType' | 'source' | 'agentId' | 'trigger' | 'targetLanguage' | 'detailLevel' | 'route'
> & {
  input: RunInput;
  /** A template of the task's kind other than the default one. */
  templateId?: string;
  /** The run that has to end first. */
  afterRunId?: RunId;
  /** It is waited for until this time at most. */
  startBy?: number;
  /** Kept with the run beside language and detail. */
  parameters?: Record<string, string>;
};

/** Writes the queued run, its input and its job in one transaction: once answered, it is not lost. */
export async function submitRun(ports: EnginePorts, request: SubmitRequest): Promise<Run> {
  const created = await ports.store.createRun(await prepareRun(ports, request));
  await ports.bus.publish({ kind: 'changed', what: 'runs' });
  return created;
}

/** Everything about a run but writing it. Throws AppError `spending_capped` for automatic runs over a cap. */
export async function prepareRun(ports: EnginePorts, request: SubmitRequest): Promise<PreparedRun> {
  const { input, templateId, afterRunId, startBy, ...fields } = request;
  if (request.trigger === 'auto') await refuseOverCap(ports);
  const run: NewRun = {
    ...fields,
    id: runIdSchema.parse(ports.newId()),
    templateId: templateId ?? tasks[request.taskType].templateId,
    parameters: { ...snapshotParameters(request), ...request.parameters },
    afterRunId: afterRunId ?? null,
    createdAt: ports.clock.now(),
  };
  const job = await makeJob(ports, run);
  return {
    run,
    workerId: ports.worker.id,
    input: {
      ...input,
      systemPromptOverride: input.systemPromptOverride?.trim() ? input.systemPromptOverride : null,
    },
    startBy: startBy ?? null,
    enqueue: enqueueOf(ports, job),
  };
}

/** A new run made like one that failed or was cancelled. */
export async function retryRun(ports: EnginePorts, run: Run): Promise<Run> {
  if (run.status !== 'failed' && run.status !== 'cancelled') {
    throw new AppError(
      'conflict',
      `Only a failed or cancelled run can be retried; this one is ${run.status}.`,
    );
  }
  if (run.source.kind === 'conversation') {
    throw new AppError('conflict', 'The turn that asked this is over; the next one asks again by itself.');
  }
  const input = await ports.store.getInput(run.id);
  if (input === null)
    throw new AppError('not_found', 'The text of this run is no longer kept; start it from its source.');
  const { taskType, source, agentId, targetLanguage, detailLevel, route, templateId, parameters } = run;
  return submitRun(ports, {
    taskType,
    source,
    agentId,
    targetLanguage,
    detailLevel,
    route,
    templateId,
    parameters,
    trigger: 'manual',
    input,
  });
}

export function enqueueOf({ queue }: Pick<EnginePorts, 'queue'>, job: Job): Enqueue {
  return (tx, notBefore) => queue.enqueue(notBefore === undefined ? job : { ...job, notBefore }, tx);
}

export async function makeJob(
  { models, log }: Pick<EnginePorts, 'models' | 'log'>,
  run: Pick<Run, 'id' | 'route' | 'trigger'>,
): Promise<Job> {
  const profileId = run.route[0] as ModelProfileId;
  const model = await models.open(profileId).catch((error: unknown) => {
    // The run itself will say so, or take its fallback.
    log.debug(
      { runId: run.id, modelProfileId: profileId, err: error },
      'the first model of the route cannot be opened',
    );
    return null;
  });
  return {
    runId: run.id,
    // Agents that talk through the same profile share its limits.
    group: model?.profile.id ?? profileId,
    groupLimit: model?.profile.concurrency ?? 1,
    priority: run.trigger === 'manual' ? 1 : 0,
  };
}

export function snapshotParameters({
  targetLanguage,
  detailLevel,
}: Pick<SubmitRequest, 'targetLanguage' | 'detailLevel'>): Record<string, string> {
  return {
    ...(targetLanguage === null
      ? {}
      : { targetLanguage, targetLanguageDisplayName: languageDisplayName(targetLanguage) }),
    ...(detailLevel === null ? {} : { detailLevel }),
  };
}
