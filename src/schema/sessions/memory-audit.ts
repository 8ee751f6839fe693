import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { memoryIdSchema } from './memory.ts';

/**
 * What may be wrong with a memory, most urgent first. `secret`: it looks like it has a key or password. `proposal`: it
 * waits for a person. `stale`: a file that it names is gone. `duplicate`: another memory says the same. `restated`: a
 * file of the project that agents read anyway says the same. `undelivered`: no session received it for long.
 * `superseded`: a later one replaced it.
 */
export const auditKinds = [
  'secret',
  'proposal',
  'stale',
  'duplicate',
  'restated',
  'undelivered',
  'superseded',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditFindingSchema = z.object({
  kind: z.enum(auditKinds),
  id: memoryIdSchema,
  /** Without what looks like a secret. */
  text: z.string(),
  /** Null means all projects. */
  project: z.string().nullable(),
  /** What the finding rests on: missing files, a place such as `AGENTS.md:12`, or another memory with its text. */
  because: z.string().nullable(),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

const count = z.int().nonnegative();

/** What was given on some occasions, of those on which there was something to give. */
export const givenSumsSchema = z.object({ times: count, meanTokens: count, p95Tokens: count });
export type GivenSums = z.infer<typeof givenSumsSchema>;

export const memoryAuditSchema = z.object({
  /** The memories that hold. */
  memories: count,
  /** The sessions that were given something, and since when that is recorded. */
  sessions: count,
  since: timestampSchema.nullable(),
  atStart: givenSumsSchema,
  withPrompt: givenSumsSchema,
  /** Sorted by kind, most urgent first. */
  findings: z.array(auditFindingSchema),
});
export type MemoryAudit = z.infer<typeof memoryAuditSchema>;

export const auditMemoriesQuerySchema = z.object({
  /** Memories of this project and those of all projects. If it is left out, all memories are checked. */
  project: z.string().max(500).optional(),
});
export type AuditMemoriesQuery = z.infer<typeof auditMemoriesQuerySchema>;
