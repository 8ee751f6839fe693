import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { detailLevelSchema, languageSchema } from '#schema/language.ts';
import { groundingSchema } from './grounding.ts';
import { runPromptSchema, runSchema, sourceRefSchema } from './run.ts';

export const summarizedTexts = ['original', 'translation'] as const;
export type SummarizedText = (typeof summarizedTexts)[number];

/** The place of one summary, which the next one for the same place replaces. */
export const slotSchema = z.object({
  source: sourceRefSchema.pick({ kind: true, id: true }),
  targetLanguage: languageSchema,
  detailLevel: detailLevelSchema,
  /** What is summarized, if it is not the source itself but its translation into the target language. */
  of: z.literal('translation').optional(),
});
export type Slot = z.infer<typeof slotSchema>;

export const summarySchema = slotSchema.extend({
  text: z.string().min(1),
  /** As detected in the text; null if unknown. */
  outputLanguage: languageSchema.nullable(),
  /** SHA-256 of the text that was summarized, to see when the source changed since. */
  contentHash: z.string(),
  /** Of the template it was made with; null where that is unknown. */
  templateHash: z.string().nullable(),
  /** Null for summaries made before there was a check. */
  grounding: groundingSchema.nullable(),
  runId: runIdSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Summary = z.infer<typeof summarySchema>;

export const runWithSummarySchema = z.object({
  run: runSchema,
  summary: summarySchema.nullable(),
  /** Null where the run has no provenance, and where it was deleted with what the run was about. */
  prompt: runPromptSchema.nullable(),
  /** Whether a template of the run has been edited or removed since. */
  templateChanged: z.boolean(),
});
export type RunWithSummary = z.infer<typeof runWithSummarySchema>;
