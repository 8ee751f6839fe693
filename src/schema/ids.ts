import { z } from 'zod';
import { idempotencyKeyHeader } from './headers.ts';

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
/** The profile that is named as the author of the sample feed's summary, which has a mistake in it. */
export const sampleModelProfileId = modelProfileIdSchema.parse('builtin/sample');

/** The last time that a `Date` can represent, minus a day for the time zone it is shown in. */
const lastTimestamp = 8_639_999_913_600_000;

/** A time in milliseconds since the Unix epoch. */
export const timestampSchema = z.int().nonnegative().max(lastTimestamp);

/** Accepts a number in a path or a query as an id of this kind. */
export function numberedId<S extends z.ZodType<number, number>>(schema: S) {
  return z.coerce.number().pipe(schema);
}

/** A client's name for one request, so that it can be sent again without running again. */
const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'Use 1 to 255 visible ASCII characters, without spaces.');

export const keyHeaders = z.object({ [idempotencyKeyHeader]: idempotencyKeySchema.optional() });
