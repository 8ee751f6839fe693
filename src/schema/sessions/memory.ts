import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { maxAnnouncementCharacters } from './hook-client.ts';
import { recordKinds, sessionIdSchema } from './session.ts';

export const memoryIdSchema = z.int().positive().brand<'MemoryId'>();
export type MemoryId = z.infer<typeof memoryIdSchema>;

/** The kinds of memory, the most binding first. */
export const memoryKinds = ['instruction', 'preference', 'decision', 'fact'] as const;
export const memoryKindSchema = z.enum(memoryKinds);
export type MemoryKind = z.infer<typeof memoryKindSchema>;

/**
 * Who made a memory: it was recognized in a prompt, or a person or an agent saved it. A memory that a person edits
 * counts as theirs.
 */
export const memoryOriginSchema = z.enum(['recognized', 'user', 'agent']);
export type MemoryOrigin = z.infer<typeof memoryOriginSchema>;

/**
 * Why a memory waits for a person. `action`: it asks the agent to do something. `permission`: it lets the agent skip
 * asking. `unclear`: an instruction whose words set no limit, tool or style. `pasted`: it may be part of a pasted
 * text. `all-projects`: a memory of one project would apply to all. `removal`: another memory would end. `import`: it
 * comes from a file. `earlier`: an earlier version took it for the user's words, and this version does not.
 */
export const proposalReasons = [
  'action',
  'permission',
  'unclear',
  'pasted',
  'all-projects',
  'removal',
  'import',
  'earlier',
] as const;
export type ProposalReason = (typeof proposalReasons)[number];

/** Something that a memory names and that can be checked. */
export const memoryAnchorSchema = z.object({ kind: z.enum(['file', 'commit', 'url']), value: z.string() });
export type MemoryAnchor = z.infer<typeof memoryAnchorSchema>;

/** A statement that holds beyond its session. */
export const memorySchema = z.object({
  id: memoryIdSchema,
  /** Null means all projects. */
  project: z.string().nullable(),
  kind: memoryKindSchema,
  /** The text as it was said. */
  text: z.string(),
  origin: memoryOriginSchema,
  /** The record that the memory comes from. Null means that there is none, or that it was deleted. */
  source: z
    .object({ kind: z.enum(recordKinds), id: z.int().positive(), sessionDbId: sessionIdSchema })
    .nullable(),
  anchors: z.array(memoryAnchorSchema),
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  /** When a later statement replaced or withdrew the memory. Null means that it holds. */
  supersededAt: timestampSchema.nullable(),
  /** The memory that replaced this one. */
  supersededBy: memoryIdSchema.nullable(),
  /**
   * The value is null if the memory never waited for a person. Without a decision, the memory still waits and is
   * delivered to no session.
   */
  proposal: z
    .object({
      asks: z.enum(proposalReasons),
      /** The text of the memory that this one would widen or end. */
      about: z.string().nullable(),
      decision: z.enum(['confirmed', 'dismissed']).nullable(),
    })
    .nullable()
    .default(null),
});
export type Memory = z.infer<typeof memorySchema>;

export const maxMemoryCharacters = 2000;

export const memoryStates = ['current', 'superseded', 'proposed', 'dismissed', 'all'] as const;

const project = z.string().max(500);

export const listMemoriesQuerySchema = z.object({
  /** Lists the memories of this project and those of all projects. If it is left out, all memories are listed. */
  project: project.optional(),
  /** The identities of the project as sent with a prompt, separated by line breaks. */
  projectIdentities: z.string().max(10_000).optional(),
  /** `current`: what holds. `superseded`: what no longer holds. `proposed`: what waits for a person. */
  state: z.enum(memoryStates).default('current'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ListMemoriesQuery = z.infer<typeof listMemoriesQuerySchema>;

export const memoryPageSchema = z.object({
  /** The last changed memory comes first. */
  items: z.array(memorySchema),
  hasMore: z.boolean(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
});
export type MemoryPage = z.infer<typeof memoryPageSchema>;

const text = z.string().trim().min(1).max(maxMemoryCharacters);

/** The line of a memory in an export. */
export const memoryLineSchema = memorySchema
  .pick({ kind: true, origin: true, createdAt: true, changedAt: true, supersededAt: true })
  .extend({
    type: z.literal('memory'),
    project: project.nullable(),
    text,
    /**
     * The record that the memory comes from. `key` is the record's `eventKey`, or a hash of the fields of a summary.
     */
    source: z
      .object({
        contentSessionId: z.string().min(1).max(500),
        kind: z.enum(recordKinds),
        key: z.string().max(200),
      })
      .nullable(),
    /** The text of the memory that replaced this one. */
    supersededBy: z.string().max(maxMemoryCharacters).nullable(),
  });
export type MemoryLine = z.infer<typeof memoryLineSchema>;

export const saveMemoryRequestSchema = z.object({
  text,
  kind: memoryKindSchema.default('instruction'),
  /** If it is left out or null, the memory applies to all projects. An agent must name a project. */
  project: project.nullish(),
  projectIdentities: z.array(z.string().min(1).max(2000)).max(5).nullish(),
  origin: z.enum(['user', 'agent']).default('user'),
  /** The record that the memory comes from, such as P12 or S7. */
  source: z
    .string()
    .max(20)
    .regex(/^[POSpos]\d{1,15}$/u, 'Enter a record such as P12, O7 or S3.')
    .nullish(),
});
export type SaveMemoryRequest = z.infer<typeof saveMemoryRequestSchema>;

export const editMemoryRequestSchema = z.object({
  text: text.optional(),
  kind: memoryKindSchema.optional(),
  /** Null means all projects. */
  project: project.nullable().optional(),
});
export type EditMemoryRequest = z.infer<typeof editMemoryRequestSchema>;

export const announceRequestSchema = z.object({
  project,
  projectIdentities: z.array(z.string().min(1).max(2000)).max(5).nullish(),
});
export type AnnounceRequest = z.infer<typeof announceRequestSchema>;

/** One line for the person at the terminal, or null if nothing new waits. */
export const announcementSchema = z.object({
  message: z.string().max(maxAnnouncementCharacters).nullable(),
});
export type Announcement = z.infer<typeof announcementSchema>;
