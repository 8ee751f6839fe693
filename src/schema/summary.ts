import { z } from 'zod';
import { groundingSchema } from './grounding.ts';
import { runIdSchema, timestampSchema } from './ids.ts';
import { detailLevelSchema, languageSchema } from './language.ts';
import { runSchema, sourceRefSchema } from './run.ts';

/** One per slot: task type, source, target language and detail level. */
export const slotSchema = z.object({
  source: sourceRefSchema.pick({ kind: true, id: true }),
  targetLanguage: languageSchema,
  detailLevel: detailLevelSchema,
});
export type Slot = z.infer<typeof slotSchema>;

/** The payload of a succeeded summary run. */
export const summaryPayloadSchema = slotSchema.extend({
  text: z.string().min(1),
  /** As detected in the text; null where it cannot be told. */
  outputLanguage: languageSchema.nullable(),
  /** SHA-256 of the text that was summarized, to see when the source changed since. */
  contentHash: z.string(),
  /** Null for summaries made before there was a check. */
  grounding: groundingSchema.nullable(),
});
export type SummaryPayload = z.infer<typeof summaryPayloadSchema>;

export const summarySchema = summaryPayloadSchema.extend({
  runId: runIdSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Summary = z.infer<typeof summarySchema>;

export const runWithSummarySchema = z.object({ run: runSchema, summary: summarySchema.nullable() });
export type RunWithSummary = z.infer<typeof runWithSummarySchema>;
