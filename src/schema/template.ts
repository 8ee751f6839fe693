import { z } from 'zod';

export const maxTemplateBytes = 262_144;

/** Identifies the exact prompt, regardless of the version in its file. */
export const usedTemplateSchema = z.object({
  id: z.string(),
  /** The version as the file states it. */
  version: z.string(),
  origin: z.enum(['builtin', 'user']),
  /** SHA-256 of everything in the file that shapes the prompt. */
  hash: z.string(),
});
export type UsedTemplate = z.infer<typeof usedTemplateSchema>;

/** The templates for steps of a task. None of them produces a complete result. */
export const templateSteps: ReadonlySet<string> = new Set([
  'summary.part',
  'summary.merge',
  'summary.language',
  'tagging.form',
]);

/** A template without its texts. */
export const templateSummarySchema = usedTemplateSchema.extend({
  taskType: z.string(),
  /** The name of the file, for messages. It contains no path of the machine. */
  file: z.string(),
  requiredPlaceholders: z.array(z.string()),
  optionalPlaceholders: z.array(z.string()),
  defaultParameters: z.record(z.string(), z.string()),
  /** Says that a user's file replaces a built-in template. */
  overrides: z.boolean(),
});
export type TemplateSummary = z.infer<typeof templateSummarySchema>;

/** Why a user's template file is not used. */
export const templateNoticeSchema = z.object({
  file: z.string(),
  templateId: z.string().nullable(),
  message: z.string(),
  /** The line of the fault, or null if the fault is in no single line. */
  line: z.int().positive().nullable(),
});
export type TemplateNotice = z.infer<typeof templateNoticeSchema>;

/** A template with its texts exactly as in the file, including placeholders. */
export const templateDetailSchema = templateSummarySchema.extend({
  description: z.string().nullable(),
  system: z.string(),
  prompt: z.string(),
});
export type TemplateDetail = z.infer<typeof templateDetailSchema>;

/** Values that are used beside those of the sample. */
export const templatePreviewRequestSchema = z.object({
  parameters: z.record(z.string().max(64), z.string().max(10_000)).default({}),
});

/** What a run with sample texts would send, or why it could not. */
export const templatePreviewSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), system: z.string(), prompt: z.string() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
]);
export type TemplatePreview = z.infer<typeof templatePreviewSchema>;

/** The form that the id of every known template has. */
export const templateIdSchema = z
  .string()
  .regex(/^[a-z0-9.-]{1,100}$/, 'Use the id of a template, such as summary.default.');

/** The text of a template file for an editor. */
export const templateSourceSchema = z.object({
  id: z.string(),
  origin: usedTemplateSchema.shape.origin,
  /** The path of the user's file, whether it exists or not. */
  path: z.string(),
  text: z.string(),
  /** The revision of the user's file, which detects changes by others. Null means that there is no file. */
  revision: z.string().nullable(),
  hasBuiltin: z.boolean(),
  /** Why the user's file is not used. */
  problem: templateNoticeSchema.pick({ message: true, line: true }).nullable(),
});
export type TemplateSource = z.infer<typeof templateSourceSchema>;

export const templateSourceQuerySchema = z.object({ origin: usedTemplateSchema.shape.origin.optional() });

const templateText = z.string().max(maxTemplateBytes);

export const checkTemplateRequestSchema = z.object({ text: templateText });

export const saveTemplateRequestSchema = z.object({
  text: templateText,
  /**
   * The revision that was read. Null means that there must be no file yet. If it is omitted, any file is replaced.
   */
  revision: z.string().max(64).nullable().optional(),
});
export type SaveTemplateRequest = z.infer<typeof saveTemplateRequestSchema>;

/** What a run with sample texts would send, or what is wrong with the text. */
export const templateCheckSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), version: z.string(), system: z.string(), prompt: z.string() }),
  z.object({ ok: z.literal(false), problem: z.string(), line: templateNoticeSchema.shape.line }),
]);
export type TemplateCheck = z.infer<typeof templateCheckSchema>;
