import { z } from 'zod';
import { errorCodes } from '#schema/error-codes.ts';
import { issueIdSchema, runIdSchema, timestampSchema } from '#schema/ids.ts';
import { runSchema } from './run.ts';
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
  /** What happened, in words for people. */
  message: z.string(),
  runId: runIdSchema.nullable(),
  details: z.record(z.string(), z.unknown()),
  lastEvents: z.array(runEventSchema),
  createdAt: timestampSchema,
});
export type Issue = z.infer<typeof issueSchema>;

/** An issue with the source of its run; null if it has no run, or the run is no longer stored. */
export const shownIssueSchema = issueSchema.extend({
  about: runSchema.pick({ taskType: true, source: true, provider: true, model: true }).nullable(),
});
export type ShownIssue = z.infer<typeof shownIssueSchema>;

/** The kinds of issue that a person caused by stopping a run. They are recorded but are no problem. */
export const calmIssueKinds: readonly Issue['kind'][] = ['run-cancelled'];
