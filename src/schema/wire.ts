import { z } from 'zod';
import { modelProfileSchema } from '#schema/models/model-profile.ts';
import { issueSchema, shownIssueSchema } from '#schema/runs/issue.ts';
import { runSchema, runStatusSchema, sourceRefSchema, taskTypeSchema } from '#schema/runs/run.ts';
import { changeKinds } from './change-kinds.ts';
import { modelProfileIdSchema } from './ids.ts';
import { detailLevelSchema, targetLanguageSchema } from './language.ts';
import { templateNoticeSchema, templateSummarySchema } from './template.ts';
import { maxSourceCharacters } from './text/entered-text.ts';

export const summarizeTextRequestSchema = z.strictObject({
  text: z.string().max(maxSourceCharacters, {
    error: ({ input }) =>
      `A text may have at most ${maxSourceCharacters} characters; this one has ${(input as string).length}. Split it.`,
  }),
  title: z.string().max(1000).optional(),
  targetLanguage: targetLanguageSchema.optional(),
  detailLevel: detailLevelSchema.optional(),
  /** A profile for this run only. It replaces the route of the settings, including the fallback. */
  modelProfileId: modelProfileIdSchema.optional(),
  systemPromptOverride: z.string().max(20_000).optional(),
  /** Summarizes even if the source gate found a reason not to. */
  anyway: z.boolean().optional(),
});
export type SummarizeTextRequest = z.infer<typeof summarizeTextRequestSchema>;

export const fetchPageRequestSchema = z.object({ url: z.string().min(1).max(4096) });

export const pageSchema = z.object({
  url: z.string(),
  title: z.string().nullable(),
  text: z.string(),
  /** The sanitized markup of the article, or its text as paragraphs if it has no markup. */
  html: z.string(),
  byline: z.string().nullable(),
  language: z.string().nullable(),
});
export type Page = z.infer<typeof pageSchema>;

const limitSchema = z.coerce.number().int().min(1).max(200).default(50);
/** An opaque mark of where the last page ended. */
const cursorSchema = z.string().max(200).optional();

export const listRunsQuerySchema = z.object({
  status: runStatusSchema.optional(),
  taskType: taskTypeSchema.optional(),
  sourceKind: sourceRefSchema.shape.kind.optional(),
  sourceId: z.string().max(200).optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListRunsQuery = z.infer<typeof listRunsQuerySchema>;

export const listIssuesQuerySchema = z.object({
  kind: issueSchema.shape.kind.optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListIssuesQuery = z.infer<typeof listIssuesQuerySchema>;

export const runPageSchema = z.object({ items: z.array(runSchema), nextCursor: z.string().nullable() });
export type RunPage = z.infer<typeof runPageSchema>;

export const issuePageSchema = z.object({
  items: z.array(shownIssueSchema),
  nextCursor: z.string().nullable(),
  total: z.int().nonnegative(),
  /** The number of failures among them. Runs that a person stopped do not count. */
  failures: z.int().nonnegative(),
});
export type IssuePage = z.infer<typeof issuePageSchema>;

/** The number of records that were removed. */
export const deletedSchema = z.object({ deleted: z.int().nonnegative() });

export const modelListSchema = z.object({ items: z.array(modelProfileSchema) });

/** A notice that a list has changed. */
export const changeSchema = z.object({
  what: z.enum(changeKinds),
});
export type Change = z.infer<typeof changeSchema>;

export const templateListSchema = z.object({
  items: z.array(templateSummarySchema),
  notices: z.array(templateNoticeSchema),
  /** The path of the user's folder on the server's machine. */
  folder: z.string(),
});
export type TemplateList = z.infer<typeof templateListSchema>;

/** How a client is authenticated. Only a login can be ended. */
export const loginSchema = z.object({ by: z.enum(['nothing', 'token', 'login']) });
export type Login = z.infer<typeof loginSchema>;

export const healthSchema = z.object({
  status: z.literal('ok'),
  version: z.string(),
  store: z.enum(['sqlite', 'postgres']),
  uptimeMs: z.int().nonnegative(),
});
export type Health = z.infer<typeof healthSchema>;

/** The version of a server. `home` is its data folder, which shows who uses the port when a second server starts. */
export const versionSchema = z.object({ version: z.string(), home: z.string() });

export const checkSchema = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  message: z.string(),
  remedy: z.string().nullable(),
});
export const diagnosisSchema = z.object({ checks: z.array(checkSchema) });
export type Check = z.infer<typeof checkSchema>;
export type Diagnosis = z.infer<typeof diagnosisSchema>;

/** Asks for the costs of runs by day, model and task. The days are those of the given time zone. */
export const spendingQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(366).default(30),
  /** The time zone in minutes east of UTC. */
  utcOffsetMinutes: z.coerce.number().int().min(-840).max(840).default(0),
});
export type SpendingQuery = z.infer<typeof spendingQuerySchema>;

export const spendingRowSchema = z.object({
  /** The day in a form such as 2026-01-31. */
  day: z.string(),
  taskType: taskTypeSchema,
  provider: z.string().nullable(),
  model: z.string().nullable(),
  runs: z.int().nonnegative(),
  inputTokens: z.int().nonnegative(),
  cachedInputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  /** The cost of the runs whose profile has prices. */
  costUsd: z.number().nonnegative(),
  /** The number of runs without prices, whose cost is unknown. */
  unpricedRuns: z.int().nonnegative(),
});
export const spendingSchema = z.object({
  rows: z.array(spendingRowSchema),
  todayUsd: z.number().nonnegative(),
  monthUsd: z.number().nonnegative(),
  /** Whether automatic runs are paused now. */
  paused: z.boolean(),
});
export type SpendingRow = z.infer<typeof spendingRowSchema>;
export type Spending = z.infer<typeof spendingSchema>;

export const storageReportSchema = z.object({
  dialect: z.enum(['sqlite', 'postgres']),
  databaseBytes: z.int().nonnegative(),
  counts: z.object({
    summaries: z.int().nonnegative(),
    /** The number of translations of an article into one language, complete or not. */
    translations: z.int().nonnegative(),
    runs: z.int().nonnegative(),
    issues: z.int().nonnegative(),
    entries: z.int().nonnegative(),
    threads: z.int().nonnegative(),
    messages: z.int().nonnegative(),
    tags: z.int().nonnegative(),
    /** The number of article images, which are stored as files. */
    images: z.int().nonnegative(),
  }),
});
export type StorageReport = z.infer<typeof storageReportSchema>;

export const clearStorageRequestSchema = z.object({
  what: z.enum(['summaries', 'translations', 'finished-runs', 'issues', 'images']),
});
export type ClearStorageRequest = z.infer<typeof clearStorageRequestSchema>;
