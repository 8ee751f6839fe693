import { refuseOverCap } from '#engine/calls/spending-cap.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { Variant } from '#schema/runs/run.ts';
import { languageDisplayName } from '#text/language/language-names.ts';
import type { TaskPorts } from './define-task.ts';
import { enqueueOf, makeJob } from './make-job.ts';
import type { NewRun, PreparedRun } from './ports.ts';
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
