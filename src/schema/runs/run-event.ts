import { z } from 'zod';
import { errorCodes } from '#schema/error-codes.ts';
import { modelProfileIdSchema, runIdSchema, timestampSchema } from '#schema/ids.ts';
import { translatedParagraphSchema } from '#schema/translations/translation.ts';
import { sentenceOpinionSchema } from './opinions.ts';
import { modelFailureSchema } from './run.ts';

export const runPhases = ['reading', 'merging', 'folding', 'writing', 'checking', 'translating'] as const;

const runStart = z.object({
  type: z.literal('run-start'),
  attempt: z.int().positive(),
});
const modelStart = z.object({
  type: z.literal('model-start'),
  modelProfileId: modelProfileIdSchema,
  provider: z.string(),
  model: z.string(),
});
const modelRetry = z.object({
  type: z.literal('model-retry'),
  modelProfileId: modelProfileIdSchema,
  errorCode: z.enum(errorCodes),
  message: z.string(),
  waitMs: z.int().nonnegative(),
});
/** A model failed. The next model of the route is asked, or the run fails. */
const modelFailed = modelFailureSchema.extend({ type: z.literal('model-failed') });
const progress = z.object({
  type: z.literal('progress'),
  phase: z.enum(runPhases),
  done: z.int().nonnegative(),
  total: z.int().positive(),
});
/**
 * Tells readers to discard everything streamed so far, because another model, another attempt or a repair starts
 * over.
 */
const textReset = z.object({
  type: z.literal('text-reset'),
  reason: z.enum(['fallback', 'retry', 'restart', 'language-repair']),
});
/**
 * The summary of short messages had too few characters. Nothing was folded, and the next fold includes these
 * messages.
 */
const foldSkipped = z.object({
  type: z.literal('fold-skipped'),
  characters: z.int().nonnegative(),
  needed: z.int().positive(),
});
const textDelta = z.object({ type: z.literal('text-delta'), text: z.string() });
/** A model that checks a text has decided on one of its sentences. */
const verdict = sentenceOpinionSchema.extend({ type: z.literal('verdict') });
/**
 * A paragraph is translated and stored, so a later `text-reset` does not concern it. The last event of a key counts:
 * one without text withdraws a text that belonged to another paragraph.
 */
const paragraph = translatedParagraphSchema.extend({ type: z.literal('paragraph') });
const runEnd = z.object({
  type: z.literal('run-end'),
  status: z.enum(['succeeded', 'failed', 'cancelled']),
  errorCode: z.enum(errorCodes).nullable(),
  message: z.string().nullable(),
});

export const runEventBodySchema = z.discriminatedUnion('type', [
  runStart,
  modelStart,
  modelRetry,
  modelFailed,
  progress,
  textReset,
  textDelta,
  foldSkipped,
  verdict,
  paragraph,
  runEnd,
]);
export type RunEventBody = z.infer<typeof runEventBodySchema>;

/** `seq` begins at 1 and grows by one within a run, over all its attempts. */
export const runEventSchema = z.intersection(
  z.object({ runId: runIdSchema, seq: z.int().positive(), at: timestampSchema }),
  runEventBodySchema,
);
export type RunEvent = z.infer<typeof runEventSchema>;
