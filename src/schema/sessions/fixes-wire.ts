import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { sessionIdSchema } from './session.ts';

export const fixesQuerySchema = z.object({
  /** What failed, or what the error says. If it is empty, the newest failures are listed. */
  query: z.string().max(10_000).default(''),
  project: z.string().max(500).optional(),
  /** The identities of the project as sent with a prompt, separated by line breaks. */
  projectIdentities: z.string().max(10_000).optional(),
  limit: z.coerce.number().int().min(1).max(20).default(5),
});
export type FixesQuery = z.infer<typeof fixesQuerySchema>;

const commandRunSchema = z.object({
  /** The reference of the observation, such as O12. */
  ref: z.string(),
  /** The value is null if the record does not contain it. */
  exitCode: z.int().nullable(),
  createdAt: timestampSchema,
});

/** A command that failed, and what made it succeed in the same session. */
export const fixSchema = z.object({
  sessionDbId: sessionIdSchema,
  project: z.string(),
  command: z.string(),
  failed: commandRunSchema,
  /** The part of the output that says what is wrong. */
  error: z.string(),
  /** The next time that the same command succeeded, or null if it did not. */
  succeeded: commandRunSchema.nullable(),
  /** The files that changed in between. */
  files: z.array(z.string()),
  /** The other commands that succeeded in between. */
  commands: z.array(z.string()),
});
export type Fix = z.infer<typeof fixSchema>;

/** The failures that were fixed come first. */
export const fixListSchema = z.object({ items: z.array(fixSchema) });
export type FixList = z.infer<typeof fixListSchema>;
