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
  { summaryAgent = {}, check = {} }: SettingsPatch,
): Promise<void> {
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback, templateId } = summaryAgent;
  if (primary !== undefined) await profiles.requireNamed(primary, 'summaryAgent.primaryModelProfileId');
  if (fallback !== undefined && fallback !== null)
    await profiles.requireNamed(fallback, 'summaryAgent.fallbackModelProfileId');
  if (check.modelProfileId) await profiles.requireNamed(check.modelProfileId, 'check.modelProfileId');
  if (check.repairModelProfileId)
    await profiles.requireNamed(check.repairModelProfileId, 'check.repairModelProfileId');
  if (templateId === undefined) return;
  const fitting = (await templates.list()).items
    .filter(({ id, taskType }) => taskType === 'summary' && !templateSteps.has(id))
    .map(({ id }) => id);
  if (fitting.includes(templateId)) return;
  throw new AppError(
    'invalid_input',
    `summaryAgent.templateId: “${templateId}” is not a summary template. Choose one of: ${fitting.join(', ')}.`,
  );
}
