import { z } from 'zod';
import { errorCodes } from '#schema/error-codes.ts';
import { modelProfileIdSchema, runIdSchema, timestampSchema } from '#schema/ids.ts';
import { type DetailLevel, detailLevelSchema, languageSchema } from '#schema/language.ts';
import { usedTemplateSchema } from '#schema/template.ts';
import { groundingCountsSchema } from './grounding.ts';

/** No call reads or writes as many; sums of millions of runs still fit into every number that holds them. */
const maxTokenCount = 2 ** 31;

const tokenCountSchema = z.int().min(0).max(maxTokenCount);

/** A count that another program wrote; null, which is unknown, for anything that no call can have taken. */
export function readTokenCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxTokenCount
    ? Number(value)
    : null;
}

export function addTokenCounts(one: number, other: number): number {
  return Math.min(one + other, maxTokenCount);
}

/** No run costs as much; a thousand such runs still fit where the costs of a quarter of an hour are summed. */
const maxRunCostUsd = 10_000;

export function boundCost(costUsd: number): number {
  return Math.min(costUsd, maxRunCostUsd);
}

/** Null, which is unknown, for anything that no run can have cost. */
export function readCost(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= maxRunCostUsd ? value : null;
}

/**
 * `summary` of a text; `fold`, `reply` and `title` of a thread; the next two of a conversation; `session` of a turn of
 * a coding session; `check` and `repair` of any of their summaries; `translation` and `tagging` of an entry,
 * `title-translation` of the titles of several, `text-translation` of a text; `embedding` of the records of coding
 * sessions.
 */
export const taskTypes = [
  'summary',
  'fold',
  'reply',
  'title',
  'turn-summary',
  'history-narrative',
  'session',
  'check',
  'repair',
  'translation',
  'title-translation',
  'text-translation',
  'tagging',
  'embedding',
] as const;
export const taskTypeSchema = z.enum(taskTypes);
export type TaskType = z.infer<typeof taskTypeSchema>;

export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export const runStatusSchema = z.enum(runStatuses);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** What a run is about. `text` is text handed over directly; its id is the hash of the text. */
export const sourceKinds = ['text', 'entry', 'thread', 'conversation', 'session'] as const;
export const sourceRefSchema = z.object({
  kind: z.enum(sourceKinds),
  id: z.string().min(1).max(200),
  title: z.string().max(1000).nullable(),
});
export type SourceRef = z.infer<typeof sourceRefSchema>;

/** How much of the source the model actually read. */
export const coverageSchema = z.object({
  chunksRead: z.int().nonnegative(),
  chunksTotal: z.int().positive(),
  sourceCharacters: z.int().nonnegative(),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const usageSchema = z.object({
  inputTokens: tokenCountSchema,
  cachedInputTokens: tokenCountSchema,
  outputTokens: tokenCountSchema,
  /** US dollars; null where the profile has no prices. */
  costUsd: z.number().nonnegative().nullable(),
  /** False when a provider reported nothing that can be true, and tokens were counted here instead. */
  reported: z.boolean(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Small values a run was made with. Bulk text is the run's input, not a parameter. */
export const parametersSchema = z.record(z.string(), z.string());
export type Parameters = z.infer<typeof parametersSchema>;

/** Small values by name, such as `detailLevel`. Each task says which it has. */
export const variantSchema = z.record(z.string(), z.string());
export type Variant = z.infer<typeof variantSchema>;

/** Which prompts a run sent, short enough for lists. */
export const provenanceSchema = z.object({
  /** The run's own template first, then those of its further calls: parts, merge, repair. */
  templates: z.array(usedTemplateSchema).min(1),
  /** Whether a text of the request replaced the system text. */
  systemPromptOverridden: z.boolean(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** Everything beside the source that shaped a run's prompts. Deleted with the run. */
export const runPromptSchema = z.object({
  /** All values the templates were rendered with, defaults included. */
  parameters: parametersSchema,
  maxOutputTokens: z.int().positive(),
  /** Null: the provider's default. */
  temperature: z.number().nullable(),
  /** The text that replaced the system text, if any. */
  systemPromptOverride: z.string().nullable(),
});
export type RunPrompt = z.infer<typeof runPromptSchema>;

/** A model of the route that failed before another was asked, or the run ended. */
export const modelFailureSchema = z.object({
  modelProfileId: modelProfileIdSchema,
  /** Null where the profile could not be opened. */
  provider: z.string().nullable(),
  model: z.string().nullable(),
  errorCode: z.enum(errorCodes),
  message: z.string(),
});
export type ModelFailure = z.infer<typeof modelFailureSchema>;

export const runSchema = z.object({
  id: runIdSchema,
  taskType: taskTypeSchema,
  status: runStatusSchema,
  source: sourceRefSchema,
  agentId: z.string(),
  trigger: z.enum(['manual', 'auto']),
  attempt: z.int().nonnegative(),
  templateId: z.string(),
  /** Null until the template was rendered. */
  templateVersion: z.string().nullable(),
  /** Null until a prompt was rendered, and for runs made before it was recorded. */
  provenance: provenanceSchema.nullable(),
  /** As submitted, without the defaults of the template. */
  parameters: parametersSchema,
  targetLanguage: languageSchema.nullable(),
  /** What sets its result apart from others of the same task and source, such as language and level of detail. */
  variant: variantSchema,
  /** It starts when this run has ended, whatever its outcome. */
  afterRunId: runIdSchema.nullable(),
  /** The profiles to try, in order. */
  route: z.array(modelProfileIdSchema).min(1),
  /** The profile, provider and model that actually answered. */
  modelProfileId: modelProfileIdSchema.nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** The models that failed, in the order they were tried. */
  modelFailures: z.array(modelFailureSchema),
  outputLanguage: languageSchema.nullable(),
  coverage: coverageSchema.nullable(),
  /** How many sentences of the answer have which verdict. */
  grounding: groundingCountsSchema.nullable(),
  usage: usageSchema.nullable(),
  durationMs: z.int().nonnegative().nullable(),
  errorCode: z.enum(errorCodes).nullable(),
  errorMessage: z.string().nullable(),
  createdAt: timestampSchema,
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
  updatedAt: timestampSchema,
});
export type Run = z.infer<typeof runSchema>;

/** Null for tasks without levels. */
export function detailLevelOf({ variant }: Pick<Run, 'variant'>): DetailLevel | null {
  return detailLevelSchema.safeParse(variant.detailLevel).data ?? null;
}

/** The texts a run reads: template parameters too large or too untrusted to be parameters. */
export const runInputSchema = z.object({
  sourceText: z.string(),
  title: z.string().nullable(),
  /** SHA-256 of the source text, kept with the payload to see when the source changed since. */
  contentHash: z.string(),
  /** Replaces the template's system text for this run only. */
  systemPromptOverride: z.string().nullable(),
  /** What the run reads beyond its text; its task has the schema. Null: nothing. */
  subject: z.unknown(),
});
export type RunInput = z.infer<typeof runInputSchema>;
