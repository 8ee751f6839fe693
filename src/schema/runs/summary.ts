import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { detailLevelSchema, languageSchema } from '#schema/language.ts';
import { groundingSchema } from './grounding.ts';
import { runPromptSchema, runSchema, sourceRefSchema } from './run.ts';

export const summarizedTexts = ['original', 'translation'] as const;
export type SummarizedText = (typeof summarizedTexts)[number];

/** The place of one summary. The next summary for the same place replaces it. */
export const slotSchema = z.object({
  source: sourceRefSchema.pick({ kind: true, id: true }),
  targetLanguage: languageSchema,
  detailLevel: detailLevelSchema,
  /**
   * The field is set if the translation of the source into the target language is summarized, and not the source
   * itself.
   */
  of: z.literal('translation').optional(),
});
export type Slot = z.infer<typeof slotSchema>;

export const summarySchema = slotSchema.extend({
  text: z.string().min(1),
  /** The language that was detected in the text, or null if it is unknown. */
  outputLanguage: languageSchema.nullable(),
  /** The SHA-256 of the text that was summarized, which detects later changes of the source. */
  contentHash: z.string(),
  /** The hash of the template that made the summary, or null if it is unknown. */
  templateHash: z.string().nullable(),
  /** The value is null for summaries made before there was a check. */
  grounding: groundingSchema.nullable(),
  runId: runIdSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Summary = z.infer<typeof summarySchema>;

export const runWithSummarySchema = z.object({
  run: runSchema,
  summary: summarySchema.nullable(),
  /** The value is null if the run has no provenance, or if the prompt was deleted with what the run was about. */
  prompt: runPromptSchema.nullable(),
  /** Whether a template of the run has been edited or removed since. */
  templateChanged: z.boolean(),
});
export type RunWithSummary = z.infer<typeof runWithSummarySchema>;
