import { z } from 'zod';
import { errorCodes } from '#schema/error-codes.ts';
import { modelProfileIdSchema, runIdSchema, timestampSchema } from '#schema/ids.ts';
import { type DetailLevel, detailLevelSchema, languageSchema } from '#schema/language.ts';
import { usedTemplateSchema } from '#schema/template.ts';
import { groundingCountsSchema } from './grounding.ts';

/**
 * No call reads or writes this many tokens, and sums of millions of runs still fit into every number that stores
 * them.
 */
const maxTokenCount = 2 ** 31;

const tokenCountSchema = z.int().min(0).max(maxTokenCount);

/** Reads a count that another program wrote. Returns null, which means unknown, for a count that no call can have. */
export function readTokenCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxTokenCount
    ? Number(value)
    : null;
}

export function addTokenCounts(one: number, other: number): number {
  return Math.min(one + other, maxTokenCount);
}

/** No run costs this much. The costs of a thousand such runs still fit where a quarter of an hour is summed. */
const maxRunCostUsd = 10_000;

export function boundCost(costUsd: number): number {
  return Math.min(costUsd, maxRunCostUsd);
}

/** Reads a cost. Returns null, which means unknown, for a cost that no run can have. */
export function readCost(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= maxRunCostUsd ? value : null;
}

/**
 * The kinds of run. `summary` is about a text. `fold`, `reply` and `title` are about a thread, and the next two about
 * a conversation. `session` is about a turn of a coding session. `check` and `repair` are about any of their
 * summaries. `translation` and `tagging` are about an entry, `title-translation` about the titles of several entries,
 * and `text-translation` about a text. `embedding` is about the records of coding sessions.
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

/** What a run is about. `text` is a text that was sent directly, and its id is the hash of the text. */
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
  /** The cost in US dollars, or null if the profile has no prices. */
  costUsd: z.number().nonnegative().nullable(),
  /** The value is false if a provider reported no plausible usage, so that tokens were counted here instead. */
  reported: z.boolean(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Small values that a run was made with. A long text is the run's input and not a parameter. */
export const parametersSchema = z.record(z.string(), z.string());
export type Parameters = z.infer<typeof parametersSchema>;

/** Small values by name, such as `detailLevel`. Each task defines which values it has. */
export const variantSchema = z.record(z.string(), z.string());
export type Variant = z.infer<typeof variantSchema>;

/** Which prompts a run sent, in a form that is short enough for lists. */
export const provenanceSchema = z.object({
  /** The run's own template first, then the templates of its further calls: parts, merge, repair. */
  templates: z.array(usedTemplateSchema).min(1),
  /** Whether a text in the request replaced the system text. */
  systemPromptOverridden: z.boolean(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** Everything beside the source that shaped a run's prompts. It is deleted with the run. */
export const runPromptSchema = z.object({
  /** All values that the templates were rendered with, including defaults. */
  parameters: parametersSchema,
  maxOutputTokens: z.int().positive(),
  /** Null means the provider's default. */
  temperature: z.number().nullable(),
  /** The text that replaced the system text, if any. */
  systemPromptOverride: z.string().nullable(),
});
export type RunPrompt = z.infer<typeof runPromptSchema>;

/** A model of the route that failed before another model was asked or the run ended. */
export const modelFailureSchema = z.object({
  modelProfileId: modelProfileIdSchema,
  /** The value is null if the profile could not be opened. */
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
  /** The value is null until the template was rendered. */
  templateVersion: z.string().nullable(),
  /** The value is null until a prompt was rendered, and for runs made before this field existed. */
  provenance: provenanceSchema.nullable(),
  /** The parameters as submitted, without the defaults of the template. */
  parameters: parametersSchema,
  targetLanguage: languageSchema.nullable(),
  /** What distinguishes the result from others of the same task and source, such as language and level of detail. */
  variant: variantSchema,
  /** The run that must end first, whatever its outcome. */
  afterRunId: runIdSchema.nullable(),
  /** The profiles to try, in this order. */
  route: z.array(modelProfileIdSchema).min(1),
  /** The profile, provider and model that actually answered. */
  modelProfileId: modelProfileIdSchema.nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** The models that failed, in the order they were tried. */
  modelFailures: z.array(modelFailureSchema),
  outputLanguage: languageSchema.nullable(),
  coverage: coverageSchema.nullable(),
  /** The number of sentences of the answer for each verdict. */
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

/** Returns null for tasks without levels. */
export function detailLevelOf({ variant }: Pick<Run, 'variant'>): DetailLevel | null {
  return detailLevelSchema.safeParse(variant.detailLevel).data ?? null;
}

/** The texts that a run reads. They are too large or too untrusted to be template parameters. */
export const runInputSchema = z.object({
  sourceText: z.string(),
  title: z.string().nullable(),
  /** The SHA-256 of the source text. It is stored with the payload to detect later changes of the source. */
  contentHash: z.string(),
  /** A text that replaces the template's system text for this run only. */
  systemPromptOverride: z.string().nullable(),
  /** What the run reads beyond its text. The task defines the schema. Null means nothing. */
  subject: z.unknown(),
});
export type RunInput = z.infer<typeof runInputSchema>;
