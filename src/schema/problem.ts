import { z } from 'zod';
import { errorCodes } from './error-codes.ts';

/** An error as responses contain it (RFC 9457, application/problem+json). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The same as `detail`, for clients of coding-session workers, which read this field. */
  error: z.string().optional(),
  code: z.enum(errorCodes),
  remedy: z.string(),
  retry: z.boolean(),
  retryAfterMs: z.number().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  /** Identifies the log line of an unexpected failure. */
  reference: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;
