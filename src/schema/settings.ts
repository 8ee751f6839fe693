import { z } from 'zod';
import { builtinModelProfileId, modelProfileIdSchema } from './ids.ts';
import { detailLevelSchema, languageSchema } from './language.ts';

const summaryAgentSchema = z.object({
  defaultTargetLanguage: languageSchema,
  defaultDetailLevel: detailLevelSchema,
  primaryModelProfileId: modelProfileIdSchema,
  fallbackModelProfileId: modelProfileIdSchema.nullable(),
});

const days = z.int().min(1).max(36_500);

const storageSettingsSchema = z.object({
  /** Stored summaries over this number are evicted, oldest first. */
  summaryCap: z.int().min(1).max(1_000_000),
  runRetentionDays: days,
  issueRetentionDays: days,
});

export const settingsSchema = z.object({
  summaryAgent: summaryAgentSchema,
  storage: storageSettingsSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsPatchSchema = z.object({
  summaryAgent: summaryAgentSchema.partial().optional(),
  storage: storageSettingsSchema.partial().optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

export const defaultSettings: Settings = {
  summaryAgent: {
    defaultTargetLanguage: 'en',
    defaultDetailLevel: 'medium',
    primaryModelProfileId: builtinModelProfileId,
    fallbackModelProfileId: null,
  },
  storage: { summaryCap: 2000, runRetentionDays: 90, issueRetentionDays: 30 },
};

export function mergeSettings(current: Settings, patch: SettingsPatch): Settings {
  return {
    summaryAgent: { ...current.summaryAgent, ...patch.summaryAgent },
    storage: { ...current.storage, ...patch.storage },
  };
}
