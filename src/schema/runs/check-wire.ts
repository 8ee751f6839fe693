import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { receiptFormatSchema, receiptLanguageSchema } from './receipt.ts';
import { runSchema } from './run.ts';

/** The kinds of summary that can be checked and corrected. */
export const checkTargetKinds = ['summary', 'thread', 'conversation', 'session'] as const;

/** A summary: `id` is the run that made a `summary` or a session's summary, the thread, or the conversation. */
export const checkTargetSchema = z.object({
  kind: z.enum(checkTargetKinds),
  id: z.string().min(1).max(200),
});
export type CheckTarget = z.infer<typeof checkTargetSchema>;

export const receiptQuerySchema = checkTargetSchema.extend({
  format: receiptFormatSchema.default('md'),
  /** Of the labels; JSON has none. */
  language: receiptLanguageSchema.default('en'),
});

export const startCheckRequestSchema = z.object({
  target: checkTargetSchema,
  /** Only for the summary of a text that was handed over: the text itself, which is not stored. */
  sourceText: z.string().max(4_194_304).optional(),
});
export type StartCheckRequest = z.infer<typeof startCheckRequestSchema>;

/** The summary as it was before a model corrected it. */
export const beforeRepairSchema = z.object({
  /** Of the repair. */
  runId: runIdSchema,
  text: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  at: timestampSchema,
});
export type BeforeRepair = z.infer<typeof beforeRepairSchema>;

export const checkStateSchema = z.object({
  /** Of the summary. What follows is about this text alone. */
  text: z.string(),
  /** The newest of each kind, whatever became of it; null: there was none. */
  check: runSchema.nullable(),
  repair: runSchema.nullable(),
  /** Null: it was not corrected, or the text before is no longer stored. */
  before: beforeRepairSchema.nullable(),
  /** Whether the chosen models can do it: the offline model cannot. */
  canCheck: z.boolean(),
  canRepair: z.boolean(),
});
export type CheckState = z.infer<typeof checkStateSchema>;
