import type { Core } from '#app/wiring/create-core.ts';
import type { ModelProfiles } from '#models/create-model-profiles.ts';
import { AppError } from '#schema/app-error.ts';
import { namesOf } from '#schema/field-table.ts';
import type { SettingsPatch } from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';

interface Checked {
  profiles: Pick<ModelProfiles, 'requireNamed'>;
  templates: Pick<Core['templates'], 'list'>;
}

/** Rejects settings that name something that does not exist or cannot do the work. */
export async function checkSettings(
  { profiles, templates }: Checked,
  { summaryAgent = {}, check = {}, translation = {}, tagging = {} }: SettingsPatch,
): Promise<void> {
  const named = {
    'summaryAgent.primaryModelProfileId': summaryAgent.primaryModelProfileId,
    'summaryAgent.fallbackModelProfileId': summaryAgent.fallbackModelProfileId,
    'check.modelProfileId': check.modelProfileId,
    'check.repairModelProfileId': check.repairModelProfileId,
    'translation.primaryModelProfileId': translation.primaryModelProfileId,
    'translation.fallbackModelProfileId': translation.fallbackModelProfileId,
    'tagging.primaryModelProfileId': tagging.primaryModelProfileId,
    'tagging.fallbackModelProfileId': tagging.fallbackModelProfileId,
  };
  for (const [field, id] of Object.entries(named)) {
    if (id !== undefined && id !== null) await profiles.requireNamed(id, field);
  }
  const chosen = { summary: summaryAgent, translation, tagging };
  for (const taskType of namesOf(chosen)) {
    const section = taskType === 'summary' ? 'summaryAgent' : taskType;
    const { templateId } = chosen[taskType];
    await checkTemplate(templates, { field: `${section}.templateId`, taskType, templateId });
  }
}

interface ChosenTemplate {
  field: string;
  taskType: 'summary' | 'translation' | 'tagging';
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
