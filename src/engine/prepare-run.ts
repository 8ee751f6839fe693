import { AppError } from '#schema/app-error.ts';
import { type ModelProfileId, runIdSchema } from '#schema/ids.ts';
import type { Run, Variant } from '#schema/runs/run.ts';
import { startOfDay, startOfMonth } from '#schema/runs/spending-period.ts';
import { languageDisplayName } from '#text/language/language-names.ts';
import type { SubmitRequest, TaskPorts } from './define-task.ts';
import type { EnginePorts, Enqueue, Job, NewRun, PreparedRun } from './ports.ts';

/**
 * Makes everything about a run except writing it. Throws AppError `spending_capped` for automatic runs over a cap, to
 * which the cost of a run counts that is about to be stored (`unstoredUsd`).
 */
export async function prepareRun(
  ports: TaskPorts,
  request: SubmitRequest & { unstoredUsd?: number | undefined },
): Promise<PreparedRun> {
  const { input, templateId, afterRunId, startBy, runId, unstoredUsd = 0, ...fields } = request;
  if (request.trigger === 'auto') await refuseOverCap(ports, unstoredUsd);
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

/** The parameters that templates get for a variant, with the display name of its language. */
export function parametersOf(variant: Variant): Record<string, string> {
  const { targetLanguage } = variant;
  if (targetLanguage === undefined) return variant;
  return { ...variant, targetLanguageDisplayName: languageDisplayName(targetLanguage) };
}

/** Automatic runs pause over a cap; manual runs continue. */
async function refuseOverCap(
  { store, getCurrentSettings, clock }: Pick<EnginePorts, 'store' | 'getCurrentSettings' | 'clock'>,
  unstoredUsd: number,
): Promise<void> {
  const { dailyCapUsd, monthlyCapUsd } = (await getCurrentSettings()).spending;
  const now = clock.now();
  if (dailyCapUsd !== null) await refuse(startOfDay(now), dailyCapUsd, 'today');
  if (monthlyCapUsd !== null) await refuse(startOfMonth(now), monthlyCapUsd, 'this month');

  async function refuse(since: number, capUsd: number, when: string): Promise<void> {
    const spentUsd = (await store.sumCost(since)) + unstoredUsd;
    if (spentUsd < capUsd) return;
    const message = `Automatic runs are paused: $${spentUsd.toFixed(2)} of the $${capUsd.toFixed(2)} cap for ${when} has been spent.`;
    throw new AppError('spending_capped', message);
  }
}

export async function makeJob(
  { models, log }: Pick<EnginePorts, 'models' | 'log'>,
  run: Pick<Run, 'id' | 'route' | 'trigger'>,
): Promise<Job> {
  const profileId = run.route[0] as ModelProfileId;
  const model = await models.open(profileId).catch((error: unknown) => {
    // The run itself reports the failure or takes its fallback.
    log.debug(
      { runId: run.id, modelProfileId: profileId, err: error },
      'the first model of the route could not be opened',
    );
    return null;
  });
  return {
    runId: run.id,
    // Agents that talk through the same profile share its limits.
    group: model?.profile.id ?? profileId,
    groupLimit: model?.profile.concurrency ?? 1,
    priority: run.trigger === 'manual' ? 1 : 0,
    primaryId: profileId,
  };
}

export function enqueueOf({ queue }: Pick<EnginePorts, 'queue'>, job: Job): Enqueue {
  return (tx, notBefore) => queue.enqueue(notBefore === undefined ? job : { ...job, notBefore }, tx);
}
