import { z } from 'zod';

export const runIdSchema = z.uuid().brand<'RunId'>();
export type RunId = z.infer<typeof runIdSchema>;

export const issueIdSchema = z.uuid().brand<'IssueId'>();
export type IssueId = z.infer<typeof issueIdSchema>;

export const modelProfileIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/:-]{0,127}$/, 'Use letters, digits, ".", "_", "-", ":" or "/".')
  .brand<'ModelProfileId'>();
export type ModelProfileId = z.infer<typeof modelProfileIdSchema>;

/** The offline model that ships with Precis; it always exists and cannot be edited. */
export const builtinModelProfileId = modelProfileIdSchema.parse('builtin');
/** “Wrote” the summary that ships with the sample feed and has a mistake in it. */
export const sampleModelProfileId = modelProfileIdSchema.parse('builtin/sample');

/** The last moment that a `Date` can be, less a day for the time zone it is shown in. */
const lastTimestamp = 8_639_999_913_600_000;

/** Milliseconds since the Unix epoch. */
export const timestampSchema = z.int().nonnegative().max(lastTimestamp);
