import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { personVerdicts, spanSchema } from './grounding.ts';
import { receiptFormatSchema, receiptLanguageSchema } from './receipt.ts';
import { runSchema } from './run.ts';

/** The kinds of summary that can be checked and corrected. */
export const checkTargetKinds = ['summary', 'thread', 'conversation', 'session'] as const;

/**
 * A summary that can be checked. `id` is the run that made a `summary` or a session's summary, the thread, or the
 * conversation.
 */
export const checkTargetSchema = z.object({
  kind: z.enum(checkTargetKinds),
  id: z.string().min(1).max(200),
});
export type CheckTarget = z.infer<typeof checkTargetSchema>;

export const receiptQuerySchema = checkTargetSchema.extend({
  format: receiptFormatSchema.default('md'),
  /** The language of the labels. JSON has no labels. */
  language: receiptLanguageSchema.default('en'),
});

export const startCheckRequestSchema = z.strictObject({
  target: checkTargetSchema,
  /** The text itself, only for the summary of a text that was sent directly and is therefore not stored. */
  sourceText: z.string().max(4_194_304).optional(),
});
export type StartCheckRequest = z.infer<typeof startCheckRequestSchema>;

export const saveVerdictRequestSchema = z.strictObject({
  target: checkTargetSchema,
  /** The sentence's place in the summary and its words, as the last check has them. */
  sentence: spanSchema.extend({ text: z.string() }),
  /** Null withdraws the verdict. */
  verdict: z.enum(personVerdicts).nullable(),
});
export type SaveVerdictRequest = z.infer<typeof saveVerdictRequestSchema>;

/** The summary as it was before a model corrected it. */
export const beforeRepairSchema = z.object({
  /** The run of the repair. */
  runId: runIdSchema,
  text: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  at: timestampSchema,
});
export type BeforeRepair = z.infer<typeof beforeRepairSchema>;

export const checkStateSchema = z.object({
  /** The text of the summary. The other fields are about this text alone. */
  text: z.string(),
  /** The newest check and the newest repair, whatever their outcome. Null means that there was none. */
  check: runSchema.nullable(),
  repair: runSchema.nullable(),
  /** The text before its correction. It is null if there was no correction or the text is no longer stored. */
  before: beforeRepairSchema.nullable(),
  /** Whether the chosen models can do it. The offline model cannot. */
  canCheck: z.boolean(),
  canRepair: z.boolean(),
  /** Whether the model that wrote the summary also checked it. */
  isByWriter: z.boolean(),
});
export type CheckState = z.infer<typeof checkStateSchema>;
