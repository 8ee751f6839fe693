import type { Core } from '#app/wiring/create-core.ts';
import type { ModelProfiles } from '#models/create-model-profiles.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import { modelFields, readField, templateFields } from '#schema/named-in-settings.ts';
import { mergeSettings, type Settings, type SettingsPatch } from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';

interface Checked {
  profiles: Pick<ModelProfiles, 'requireNamed' | 'requireDifferent' | 'get'>;
  templates: Pick<Core['templates'], 'list'>;
  current: Settings;
}

/** Rejects settings that name something that does not exist or cannot do the work. */
export async function checkSettings(
  { profiles, templates, current }: Checked,
  patch: SettingsPatch,
): Promise<void> {
  for (const named of modelFields) {
    const id = readField(patch, named);
    if (typeof id !== 'string') continue;
    await profiles.requireNamed(id as ModelProfileId, named.path);
    if (named.about.model?.embeds === true)
      await requireEmbedding(profiles, id as ModelProfileId, named.path);
  }
  await profiles.requireDifferent(current, mergeSettings(current, patch));
  for (const named of templateFields) {
    const id = readField(patch, named);
    if (typeof id === 'string') await requireTemplate(templates, { ...named, id });
  }
}

const withoutEmbeddings: ReadonlySet<Provider> = new Set(['builtin', 'anthropic']);

async function requireEmbedding(
  profiles: Checked['profiles'],
  id: ModelProfileId,
  path: string,
): Promise<void> {
  const { name, provider } = await profiles.get(id);
  if (!withoutEmbeddings.has(provider)) return;
  throw new AppError(
    'invalid_input',
    `${path}: “${name}” offers no embeddings. Choose a model of Ollama, OpenAI, Google or an OpenAI-compatible server.`,
  );
}

async function requireTemplate(
  templates: Checked['templates'],
  { path, about: { templateOf }, id }: (typeof templateFields)[number] & { id: string },
): Promise<void> {
  const fitting = (await templates.list()).items
    .filter((template) => template.taskType === templateOf && !templateSteps.has(template.id))
    .map((template) => template.id);
  if (fitting.includes(id)) return;
  throw new AppError(
    'invalid_input',
    `${path}: “${id}” is not a ${templateOf} template. Choose one of: ${fitting.join(', ')}.`,
  );
}
