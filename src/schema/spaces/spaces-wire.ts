import { z } from 'zod';
import { entryIdSchema } from '#schema/entry.ts';
import { memoryPolicySchema } from '#schema/models/agent.ts';
import {
  groundedSentenceSchema,
  groundingFlagSchema,
  groundingSchema,
  spanSchema,
} from '#schema/runs/grounding.ts';
import { runSchema } from '#schema/runs/run.ts';
import { visibleText } from '#schema/text/entered-text.ts';
import {
  messageIdSchema,
  messageSchema,
  spaceIdSchema,
  spaceSchema,
  summaryVersionSchema,
  threadSchema,
} from './space.ts';

/** The limit is about 50,000 words. A longer message is rejected and never cut. */
export const maxMessageCharacters = 400_000;

const spaceName = visibleText(spaceSchema.shape.name);
const limit = z.coerce.number().int().min(1).max(500).default(50);
const cursor = z.string().max(200).optional();
const messageText = z
  .string()
  .regex(/^[^]*\S[^]*$/, 'Required.')
  .max(maxMessageCharacters);

export const spaceListSchema = z.object({ items: z.array(spaceSchema) });

export const spaceInputSchema = z.object({
  name: spaceName,
  instructions: spaceSchema.shape.instructions.default(''),
  agentId: spaceSchema.shape.agentId.optional(),
});
export type SpaceInput = z.infer<typeof spaceInputSchema>;

export const spacePatchSchema = z.object({
  name: spaceName.optional(),
  instructions: spaceSchema.shape.instructions.optional(),
  agentId: spaceSchema.shape.agentId.optional(),
});
export type SpacePatch = z.infer<typeof spacePatchSchema>;

export const listThreadsQuerySchema = z.object({
  spaceId: spaceIdSchema.optional(),
  /** Only threads about this article. */
  entryId: z.coerce.number().pipe(entryIdSchema).optional(),
  limit,
  cursor,
});
export type ListThreadsQuery = z.infer<typeof listThreadsQuerySchema>;

/** A page of threads. The thread with the newest change comes first. */
export const threadPageSchema = z.object({ items: z.array(threadSchema), nextCursor: z.string().nullable() });
export type ThreadPage = z.infer<typeof threadPageSchema>;

export const newThreadSchema = z.object({
  spaceId: spaceIdSchema,
  /** The article that the thread is about: every prompt contains it, and answers cite its passages. */
  entryId: entryIdSchema.nullable().default(null),
});
export type NewThread = z.infer<typeof newThreadSchema>;
export const threadPatchSchema = z.object({
  title: visibleText(z.string().trim().min(1).max(300)),
});
export type ThreadPatch = z.infer<typeof threadPatchSchema>;

/** The most messages that may wait in a thread. More are sent by mistake or by a program. */
export const maxQueuedMessages = 10;

/**
 * A message that was sent while an answer was in progress. It waits until the messages before it have been answered.
 */
export const queuedMessageSchema = messageSchema.pick({ id: true, text: true, createdAt: true });
export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

/** One thread as its screen needs it. */
export const threadViewSchema = z.object({
  thread: threadSchema,
  space: spaceSchema,
  /** The unfinished runs of the thread: its fold, its answer, its title, a check or a correction of its summary. */
  activeRuns: z.array(runSchema),
  /** The last fold or answer, if it did not succeed and no later one has. */
  failedRuns: z.array(runSchema),
  /** The messages that wait for the answer in progress, in the order in which they will be sent. */
  queued: z.array(queuedMessageSchema),
  /** The thread's article as the next prompt will contain it, or null if there is none. */
  article: z
    .object({
      /** The value is null if the article was deleted. */
      contentHash: z.string().nullable(),
      tokens: z.int().nonnegative(),
      /** The smallest number of passages that fit. The question decides which further passages are read. */
      passages: z.int().nonnegative(),
      passagesTotal: z.int().nonnegative(),
    })
    .nullable(),
  window: z.object({
    policy: memoryPolicySchema,
    /** The number of live turns now, and the number allowed before the next fold. */
    liveTurns: z.int().nonnegative(),
    maxTurns: z.int().positive(),
  }),
  /** The tokens of the next prompt, including instructions and article, and the tokens of the whole thread. */
  meter: z.object({ sentTokens: z.int().nonnegative(), fullTokens: z.int().nonnegative() }),
});
export type ThreadView = z.infer<typeof threadViewSchema>;

export const listMessagesQuerySchema = z.object({
  /** Lists only messages before or after this place. Without either, the newest are listed. */
  beforeSeq: z.coerce.number().int().positive().optional(),
  afterSeq: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ListMessagesQuery = z.infer<typeof listMessagesQuerySchema>;

/** A page of messages in reading order. `hasMore` is about the direction that was asked for. */
export const messagePageSchema = z.object({ items: z.array(messageSchema), hasMore: z.boolean() });
export type MessagePage = z.infer<typeof messagePageSchema>;

export const sendMessageRequestSchema = z.strictObject({
  text: messageText,
  /** The sender makes this id, so that a message sent again after a lost response is stored only once. */
  id: messageIdSchema.optional(),
});
export type SendMessageRequest = z.infer<typeof sendMessageRequestSchema>;

export const editMessageRequestSchema = z.strictObject({ text: messageText });
export type EditMessageRequest = z.infer<typeof editMessageRequestSchema>;

/** The stored message, the run that answers it, and the fold that this run waits for, up to the agent's timeout. */
export const turnStartedSchema = z.object({
  /** A queued message has the next free place for now and gets its own place when it is sent. */
  message: messageSchema,
  /** The run that answers the message. For a queued message, it is the answer that the message waits for. */
  replyRun: runSchema,
  /** Says that the message waits until the answers before it have ended, however they end. */
  isQueued: z.boolean(),
  foldRun: runSchema.nullable(),
  /** Why a fold was due but skipped. */
  foldSkipped: z.string().nullable(),
});
export type TurnStarted = z.infer<typeof turnStartedSchema>;

export const summaryEditSchema = z.object({
  text: z.string().trim().min(1).max(40_000),
  /** The revision that was edited. If it has changed since, the request is a conflict. */
  summaryRevision: z.int().nonnegative(),
});
export type SummaryEdit = z.infer<typeof summaryEditSchema>;

/** The current summary and its earlier versions, newest first. */
export const summaryVersionListSchema = z.object({ items: z.array(summaryVersionSchema) });

export const restoreSummarySchema = z.object({
  /** The revision of the version to restore. */
  revision: z.int().positive(),
  /** The revision of the summary that the person saw. If it has changed since, the request is a conflict. */
  summaryRevision: z.int().nonnegative(),
});
export type RestoreSummary = z.infer<typeof restoreSummarySchema>;

export const summaryRestoredSchema = z.object({
  thread: threadSchema,
  /** The run that folds the messages summarized after that version again, or null if there are none. */
  run: runSchema.nullable(),
});
export type SummaryRestored = z.infer<typeof summaryRestoredSchema>;

/** A passage of the joined messages, and the first message it has words of. It may end in a later message. */
const messagePassageSchema = spanSchema.extend({ seq: z.int().positive(), text: z.string() });
export type MessagePassage = z.infer<typeof messagePassageSchema>;

/** The position of a message's words in the joined messages, without the name of its speaker. */
const messagePlaceSchema = spanSchema.extend({ seq: z.int().positive() });
export type MessagePlace = z.infer<typeof messagePlaceSchema>;

/** The check of each sentence of the summary against the messages that it covers. */
export const threadGroundingSchema = groundingSchema.pick({ check: true }).extend({
  summaryRevision: z.int().nonnegative(),
  /** The messages that the summary covers, in order. */
  messages: z.array(messagePlaceSchema),
  sentences: z.array(
    groundedSentenceSchema.extend({
      support: z.array(messagePassageSchema),
      flags: z.array(groundingFlagSchema.extend({ source: messagePassageSchema.optional() })),
      opinion: groundedSentenceSchema.shape.opinion
        .unwrap()
        .extend({ passages: z.array(messagePassageSchema) })
        .optional(),
    }),
  ),
});
export type ThreadGrounding = z.infer<typeof threadGroundingSchema>;

export const searchThreadsQuerySchema = z.object({ q: z.string().min(1).max(500), limit, cursor });
export type SearchThreadsQuery = z.infer<typeof searchThreadsQuerySchema>;

export const threadHitSchema = z.object({
  thread: threadSchema,
  message: messageSchema,
  /** The part of the message around the first hit. */
  excerpt: z.string(),
});
export type ThreadHit = z.infer<typeof threadHitSchema>;
export const threadHitPageSchema = z.object({
  items: z.array(threadHitSchema),
  nextCursor: z.string().nullable(),
});
export type ThreadHitPage = z.infer<typeof threadHitPageSchema>;

export const explainQuerySchema = z.object({ policy: memoryPolicySchema.optional() });

/** The result of replaying a thread under a policy, without calling a model. */
export const explanationSchema = z.object({
  policy: memoryPolicySchema,
  turns: z.int().nonnegative(),
  summarizerCalls: z.int().nonnegative(),
  summarizerInputTokens: z.int().nonnegative(),
  summarizerOutputTokens: z.int().nonnegative(),
  /**
   * What the chat model reads over all turns, and how much of it the provider could have cached from the previous
   * turn.
   */
  promptTokens: z.int().nonnegative(),
  cachedPromptTokens: z.int().nonnegative(),
  /** What the chat model would have read without any summary. */
  fullHistoryTokens: z.int().nonnegative(),
  /** The cost of prompts and summarizer, without the answers, in US dollars. It is null if a model has no prices. */
  costUsd: z.number().nonnegative().nullable(),
  folds: z.array(
    z.object({
      beforeSeq: z.int().positive(),
      messages: z.int().positive(),
      reason: z.enum(['turns', 'tokens', 'pause']),
      liveTurnsAfter: z.int().nonnegative(),
    }),
  ),
});
export type Explanation = z.infer<typeof explanationSchema>;

export const threadExportSchema = z.object({
  format: z.literal('precis-thread'),
  version: z.literal(1),
  space: spaceSchema.pick({ name: true, instructions: true }),
  thread: threadSchema,
  messages: z.array(messageSchema),
});
export type ThreadExport = z.infer<typeof threadExportSchema>;
