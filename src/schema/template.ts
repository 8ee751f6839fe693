import { z } from 'zod';

/** Distinguishes two prompts, regardless of the version in their files. */
export const usedTemplateSchema = z.object({
  id: z.string(),
  /** As the file states it. */
  version: z.string(),
  origin: z.enum(['builtin', 'user']),
  /** SHA-256 of everything in the file that shapes the prompt. */
  hash: z.string(),
});
export type UsedTemplate = z.infer<typeof usedTemplateSchema>;

/** Templates for steps of a task; none of them produces a complete result. */
export const templateSteps: ReadonlySet<string> = new Set([
  'summary.part',
  'summary.merge',
  'summary.language',
  'tagging.form',
]);

/** A template without its texts. */
export const templateSummarySchema = usedTemplateSchema.extend({
  taskType: z.string(),
  /** The file's name, for messages; no path of the machine. */
  file: z.string(),
  requiredPlaceholders: z.array(z.string()),
  optionalPlaceholders: z.array(z.string()),
  defaultParameters: z.record(z.string(), z.string()),
});
export type TemplateSummary = z.infer<typeof templateSummarySchema>;

/** Why a user's template file is not used. */
export const templateNoticeSchema = z.object({
  file: z.string(),
  templateId: z.string().nullable(),
  message: z.string(),
});
export type TemplateNotice = z.infer<typeof templateNoticeSchema>;

/** With its texts exactly as in the file, including placeholders. */
export const templateDetailSchema = templateSummarySchema.extend({
  description: z.string().nullable(),
  system: z.string(),
  prompt: z.string(),
});
export type TemplateDetail = z.infer<typeof templateDetailSchema>;

/** Values beside the sample ones. */
export const templatePreviewRequestSchema = z.object({
  parameters: z.record(z.string().max(64), z.string().max(10_000)).default({}),
});

/** What a run with sample texts would send, or why it could not. */
export const templatePreviewSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), system: z.string(), prompt: z.string() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
]);
export type TemplatePreview = z.infer<typeof templatePreviewSchema>;
