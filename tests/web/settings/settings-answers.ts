import { inject } from 'vitest';
import { builtinModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { type Agent, agentListSchema } from '#schema/models/agent.ts';
import {
  type ConnectionTest,
  type ModelProfile,
  type ModelProfileInput,
  modelProfileInputSchema,
} from '#schema/models/model-profile.ts';
import { type Settings, type SettingsPatch, settingsPatchSchema, settingsSchema } from '#schema/settings.ts';
import { modelListSchema } from '#schema/wire.ts';
import type { Answers } from '#tests/web/script-answers.ts';

export const scriptedId = modelProfileIdSchema.parse('scripted');

function recorded(action: string): unknown {
  return inject('recordedAnswers')[action]?.[''];
}

/** The built-in model, and the scripted model that writes the summaries. */
export function recordedProfiles(): { builtin: ModelProfile; scripted: ModelProfile } {
  const { items } = modelListSchema.parse({ items: recorded('models.list') });
  const [builtin, scripted] = items;
  if (builtin?.id !== builtinModelProfileId || scripted?.id !== scriptedId)
    throw new Error('the recorded server has other models');
  return { builtin, scripted };
}

export function recordedAgent(): Agent {
  const [agent] = agentListSchema.parse({ items: recorded('agents.list') }).items;
  if (agent === undefined) throw new Error('the recorded server has no agent');
  return agent;
}

/** Answers of settings that keep each change. */
export function keepSettings(first: SettingsPatch = {}) {
  let settings = patched(settingsSchema.parse(recorded('settings.get')), first);
  const patch = (change: unknown) => {
    settings = patched(settings, settingsPatchSchema.parse(change));
    return settings;
  };
  return { get: () => settings, patch };
}

function patched(settings: Settings, change: SettingsPatch): Settings {
  const parts = Object.entries(settings).map(([name, part]) => [
    name,
    { ...part, ...Reflect.get(change, name) },
  ]);
  return settingsSchema.parse(Object.fromEntries(parts));
}

/** Answers of models that keep what is saved. Each model answers at once. */
export function keepModels(first: readonly ModelProfile[]) {
  let profiles = [...first];
  return {
    list: () => profiles,
    put(_id, input) {
      const profile = toProfile(modelProfileInputSchema.parse(input));
      profiles = [...profiles.filter(({ id }) => id !== profile.id), profile];
      return profile;
    },
    remove(removed) {
      profiles = profiles.filter(({ id }) => id !== removed);
    },
    available: { baseUrl: null, items: [] },
    test: (tested) => answered(profiles.find(({ id }) => id === tested)?.model ?? ''),
  } satisfies NonNullable<Answers['models']>;
}

function toProfile({ key, ...input }: ModelProfileInput): ModelProfile {
  const { createdAt, updatedAt } = recordedProfiles().scripted;
  return {
    ...input,
    key: key?.kind === 'value' ? { kind: 'stored' } : { kind: 'none' },
    createdAt,
    updatedAt,
  };
}

function answered(model: string): ConnectionTest {
  return { ok: true, model, durationMs: 12, message: 'Answered.' };
}
