import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { sessionIdSchema } from './session.ts';

export const fixesQuerySchema = z.object({
  /** What failed, or what the error says. Empty: the newest failures. */
  query: z.string().max(10_000).default(''),
  project: z.string().max(500).optional(),
  /** As with a prompt, separated by line breaks. */
  projectIdentities: z.string().max(10_000).optional(),
  limit: z.coerce.number().int().min(1).max(20).default(5),
});
export type FixesQuery = z.infer<typeof fixesQuerySchema>;

const commandRunSchema = z.object({
  /** The observation, such as O12. */
  ref: z.string(),
  /** Null: the record does not say. */
  exitCode: z.int().nullable(),
  createdAt: timestampSchema,
});

/** A command that failed, and what made it succeed in the same session. */
export const fixSchema = z.object({
  sessionDbId: sessionIdSchema,
  project: z.string(),
  command: z.string(),
  failed: commandRunSchema,
  /** Where the output tells what is wrong. */
  error: z.string(),
  /** The next time that the same command succeeded; null: it did not. */
  succeeded: commandRunSchema.nullable(),
  /** Changed in between. */
  files: z.array(z.string()),
  /** Other commands that succeeded in between. */
  commands: z.array(z.string()),
});
export type Fix = z.infer<typeof fixSchema>;

/** Those that were fixed first. */
export const fixListSchema = z.object({ items: z.array(fixSchema) });
export type FixList = z.infer<typeof fixListSchema>;
