import { z } from 'zod';
import { errorCodes } from './error-codes.ts';
import { issueIdSchema, runIdSchema, timestampSchema } from './ids.ts';
import { runEventSchema } from './run-event.ts';

export const issueKinds = [
  'run-failed',
  'run-cancelled',
  'template-refused',
  'feed-failed',
  'answer-refused',
] as const;

/** A diagnostic record, shown under Debug Issues. */
export const issueSchema = z.object({
  id: issueIdSchema,
  kind: z.enum(issueKinds),
  code: z.enum(errorCodes),
  /** In words for people: what happened. */
  message: z.string(),
  runId: runIdSchema.nullable(),
  details: z.record(z.string(), z.unknown()),
  lastEvents: z.array(runEventSchema),
  createdAt: timestampSchema,
});
export type Issue = z.infer<typeof issueSchema>;
