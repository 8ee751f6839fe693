import { z } from 'zod';
import { builtinModelProfileId, modelProfileIdSchema } from './ids.ts';
import { detailLevelSchema, languageSchema, targetLanguageSchema } from './language.ts';

const summaryAgentSchema = z.object({
  defaultTargetLanguage: languageSchema,
  defaultDetailLevel: detailLevelSchema,
  primaryModelProfileId: modelProfileIdSchema,
  fallbackModelProfileId: modelProfileIdSchema.nullable(),
  templateId: z.string().min(1).max(100),
});

const days = z.int().min(1).max(36_500);

const storageSettingsSchema = z.object({
  /** Stored summaries over this number are evicted, oldest first. */
  summaryCap: z.int().min(1).max(1_000_000),
  runRetentionDays: days,
  issueRetentionDays: days,
});

const readerSettingsSchema = z.object({
  /** How often feeds are refreshed; null: only manually. A feed that asks for a longer interval gets it. */
  refreshMinutes: z.int().min(5).max(10_080).nullable(),
  /** How long an entry has to be open before it counts as read; null: only manually. */
  markReadAfterMs: z.int().min(0).max(600_000).nullable(),
  /** Whether images of articles are fetched. */
  loadImages: z.boolean(),
});

const capUsd = z.number().positive().max(1_000_000).nullable();

/** Over a cap automatic runs pause; manual runs continue. */
const spendingSettingsSchema = z.object({ dailyCapUsd: capUsd, monthlyCapUsd: capUsd });

const sessionSettingsSchema = z.object({
  /** Maximum tokens of earlier context given to a new coding session. */
  contextTokens: z.int().min(100).max(50_000),
  /** Sessions unused for this long are deleted; null: never. */
  retentionDays: days.nullable(),
});

export const settingsSchema = z.object({
  summaryAgent: summaryAgentSchema,
  storage: storageSettingsSchema,
  reader: readerSettingsSchema,
  spending: spendingSettingsSchema,
  sessions: sessionSettingsSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

/** Fields of other versions are ignored. */
export const storedSettingsSchema = z.object({
  summaryAgent: summaryAgentSchema.partial().optional(),
  storage: storageSettingsSchema.partial().optional(),
  reader: readerSettingsSchema.partial().optional(),
  spending: spendingSettingsSchema.partial().optional(),
  sessions: sessionSettingsSchema.partial().optional(),
});

/** What a person changes; an unknown field is an error. */
export const settingsPatchSchema = z.strictObject({
  summaryAgent: summaryAgentSchema
    .extend({ defaultTargetLanguage: targetLanguageSchema })
    .partial()
    .strict()
    .optional(),
  storage: storageSettingsSchema.partial().strict().optional(),
  reader: readerSettingsSchema.partial().strict().optional(),
  spending: spendingSettingsSchema.partial().strict().optional(),
  sessions: sessionSettingsSchema.partial().strict().optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

export const defaultSettings: Settings = {
  summaryAgent: {
    defaultTargetLanguage: 'en',
    defaultDetailLevel: 'medium',
    primaryModelProfileId: builtinModelProfileId,
    fallbackModelProfileId: null,
    templateId: 'summary.default',
  },
  storage: { summaryCap: 2000, runRetentionDays: 90, issueRetentionDays: 30 },
  reader: { refreshMinutes: 60, markReadAfterMs: 3000, loadImages: true },
  spending: { dailyCapUsd: null, monthlyCapUsd: null },
  sessions: { contextTokens: 2000, retentionDays: null },
};

export function mergeSettings(current: Settings, patch: SettingsPatch): Settings {
  return {
    summaryAgent: { ...current.summaryAgent, ...patch.summaryAgent },
    storage: { ...current.storage, ...patch.storage },
    reader: { ...current.reader, ...patch.reader },
    spending: { ...current.spending, ...patch.spending },
    sessions: { ...current.sessions, ...patch.sessions },
  };
}
