import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { recordKinds, sessionIdSchema } from './session.ts';

export const memoryIdSchema = z.int().positive().brand<'MemoryId'>();
export type MemoryId = z.infer<typeof memoryIdSchema>;

/** The most binding first. */
export const memoryKinds = ['instruction', 'preference', 'decision', 'fact'] as const;
export const memoryKindSchema = z.enum(memoryKinds);
export type MemoryKind = z.infer<typeof memoryKindSchema>;

/** Recognized in a prompt, or saved by a person or an agent. What a person edits counts as theirs. */
export const memoryOriginSchema = z.enum(['recognized', 'user', 'agent']);
export type MemoryOrigin = z.infer<typeof memoryOriginSchema>;

/** Something that a memory names and that can be looked at. */
export const memoryAnchorSchema = z.object({ kind: z.enum(['file', 'commit', 'url']), value: z.string() });
export type MemoryAnchor = z.infer<typeof memoryAnchorSchema>;

/** What holds beyond its session. */
export const memorySchema = z.object({
  id: memoryIdSchema,
  /** Null: all projects. */
  project: z.string().nullable(),
  kind: memoryKindSchema,
  /** As it was said. */
  text: z.string(),
  origin: memoryOriginSchema,
  /** The record it comes from. Null: it has none, or it was deleted. */
  source: z
    .object({ kind: z.enum(recordKinds), id: z.int().positive(), sessionDbId: sessionIdSchema })
    .nullable(),
  anchors: z.array(memoryAnchorSchema),
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  /** When a later statement replaced it or took it back; null: it holds. */
  supersededAt: timestampSchema.nullable(),
  /** The memory that replaced it. */
  supersededBy: memoryIdSchema.nullable(),
});
export type Memory = z.infer<typeof memorySchema>;

export const maxMemoryCharacters = 2000;

const project = z.string().max(500);

export const listMemoriesQuerySchema = z.object({
  /** With those of all projects. Left out: everything. */
  project: project.optional(),
  /** As with a prompt, separated by line breaks. */
  projectIdentities: z.string().max(10_000).optional(),
  /** `current`: what holds. `superseded`: what no longer does. */
  state: z.enum(['current', 'superseded', 'all']).default('current'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ListMemoriesQuery = z.infer<typeof listMemoriesQuerySchema>;

export const memoryPageSchema = z.object({
  /** Last changed first. */
  items: z.array(memorySchema),
  hasMore: z.boolean(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
});
export type MemoryPage = z.infer<typeof memoryPageSchema>;

const text = z.string().trim().min(1).max(maxMemoryCharacters);

/** A line of an export. */
export const memoryLineSchema = memorySchema
  .pick({ kind: true, origin: true, createdAt: true, changedAt: true, supersededAt: true })
  .extend({
    type: z.literal('memory'),
    project: project.nullable(),
    text,
    /** `key`: the record's `eventKey`, or a hash of the fields of a summary. */
    source: z
      .object({
        contentSessionId: z.string().min(1).max(500),
        kind: z.enum(recordKinds),
        key: z.string().max(200),
      })
      .nullable(),
    /** The text of the memory that replaced it. */
    supersededBy: z.string().max(maxMemoryCharacters).nullable(),
  });
export type MemoryLine = z.infer<typeof memoryLineSchema>;

export const saveMemoryRequestSchema = z.object({
  text,
  kind: memoryKindSchema.default('instruction'),
  /** Left out or null: all projects. */
  project: project.nullish(),
  projectIdentities: z.array(z.string().min(1).max(2000)).max(5).nullish(),
  origin: z.enum(['user', 'agent']).default('user'),
  /** The record it comes from, such as P12 or S7. */
  source: z
    .string()
    .max(20)
    .regex(/^[POSpos]\d{1,15}$/u)
    .nullish(),
});
export type SaveMemoryRequest = z.infer<typeof saveMemoryRequestSchema>;

export const editMemoryRequestSchema = z.object({
  text: text.optional(),
  kind: memoryKindSchema.optional(),
  /** Null: all projects. */
  project: project.nullable().optional(),
});
export type EditMemoryRequest = z.infer<typeof editMemoryRequestSchema>;
