import { AppError } from '#schema/app-error.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { Variant } from '#schema/runs/run.ts';
import { startOfDay, startOfMonth } from '#schema/spending-period.ts';
import { languageDisplayName } from '#text/language/language-names.ts';
import type { TaskPorts } from './define-task.ts';
import { enqueueOf, makeJob } from './make-job.ts';
import type { EnginePorts, NewRun, PreparedRun } from './ports.ts';
import type { SubmitRequest } from './submit-request.ts';

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

/** What templates say about a variant, with the name of its language as people call it. */
export function parametersOf(variant: Variant): Record<string, string> {
  const { targetLanguage } = variant;
  if (targetLanguage === undefined) return variant;
  return { ...variant, targetLanguageDisplayName: languageDisplayName(targetLanguage) };
}

/** Automatic runs pause over a cap; manual runs continue. */
async function refuseOverCap({
  store,
  getCurrentSettings,
  clock,
}: Pick<EnginePorts, 'store' | 'getCurrentSettings' | 'clock'>): Promise<void> {
  const { dailyCapUsd, monthlyCapUsd } = (await getCurrentSettings()).spending;
  const now = clock.now();
  if (dailyCapUsd !== null) await refuse(startOfDay(now), dailyCapUsd, 'today');
  if (monthlyCapUsd !== null) await refuse(startOfMonth(now), monthlyCapUsd, 'this month');

  async function refuse(since: number, capUsd: number, when: string): Promise<void> {
    const spentUsd = await store.sumCost(since);
    if (spentUsd < capUsd) return;
    const message = `Automatic runs are paused: $${spentUsd.toFixed(2)} of the $${capUsd.toFixed(2)} cap for ${when} has been spent.`;
    throw new AppError('spending_capped', message);
  }
}
