import type { Core } from '#app/wiring/create-core.ts';
import type { ModelProfiles } from '#models/create-model-profiles.ts';
import { AppError } from '#schema/app-error.ts';
import type { SettingsPatch } from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';

interface Checked {
  profiles: Pick<ModelProfiles, 'requireNamed'>;
  templates: Pick<Core['templates'], 'list'>;
}

/** Rejects settings that name something that does not exist or cannot do the work. */
export async function checkSettings(
  { profiles, templates }: Checked,
  { summaryAgent = {}, check = {}, translation = {} }: SettingsPatch,
): Promise<void> {
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback, templateId } = summaryAgent;
  if (primary !== undefined) await profiles.requireNamed(primary, 'summaryAgent.primaryModelProfileId');
  if (fallback !== undefined && fallback !== null)
    await profiles.requireNamed(fallback, 'summaryAgent.fallbackModelProfileId');
  if (check.modelProfileId) await profiles.requireNamed(check.modelProfileId, 'check.modelProfileId');
  if (check.repairModelProfileId)
    await profiles.requireNamed(check.repairModelProfileId, 'check.repairModelProfileId');
  if (translation.primaryModelProfileId)
    await profiles.requireNamed(translation.primaryModelProfileId, 'translation.primaryModelProfileId');
  if (translation.fallbackModelProfileId)
    await profiles.requireNamed(translation.fallbackModelProfileId, 'translation.fallbackModelProfileId');
  await checkTemplate(templates, { field: 'summaryAgent.templateId', taskType: 'summary', templateId });
  await checkTemplate(templates, {
    field: 'translation.templateId',
    taskType: 'translation',
    templateId: translation.templateId,
  });
}

interface ChosenTemplate {
  field: string;
  taskType: 'summary' | 'translation';
  templateId: string | undefined;
}

async function checkTemplate(
  templates: Checked['templates'],
  { field, taskType, templateId }: ChosenTemplate,
): Promise<void> {
  if (templateId === undefined) return;
  const fitting = (await templates.list()).items
    .filter((template) => template.taskType === taskType && !templateSteps.has(template.id))
    .map(({ id }) => id);
  if (fitting.includes(templateId)) return;
  throw new AppError(
    'invalid_input',
    `${field}: “${templateId}” is not a ${taskType} template. Choose one of: ${fitting.join(', ')}.`,
  );
}
