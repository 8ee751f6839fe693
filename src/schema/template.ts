import { z } from 'zod';

/** What others may know of a template; its body stays in its file. */
export const templateSummarySchema = z.object({
  id: z.string(),
  version: z.string(),
  taskType: z.string(),
  origin: z.enum(['builtin', 'user']),
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
