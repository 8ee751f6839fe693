import { z } from 'zod';
import { entryIdSchema } from '#schema/entry.ts';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { agentIdSchema } from '#schema/models/agent.ts';

export const spaceIdSchema = z.uuid().brand<'SpaceId'>();
export type SpaceId = z.infer<typeof spaceIdSchema>;
export const threadIdSchema = z.uuid().brand<'ThreadId'>();
export type ThreadId = z.infer<typeof threadIdSchema>;
export const messageIdSchema = z.uuid().brand<'MessageId'>();
export type MessageId = z.infer<typeof messageIdSchema>;

export const spaceSchema = z.object({
  id: spaceIdSchema,
  name: z.string().trim().min(1).max(120),
  /** Come before everything else in each prompt of the Space. */
  instructions: z.string().max(20_000),
  agentId: agentIdSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Space = z.infer<typeof spaceSchema>;

/** A part of the summary that is no longer rewritten; `toSeq` is the last message it covers. */
export const segmentSchema = z.object({
  text: z.string(),
  fromSeq: z.int().positive(),
  toSeq: z.int().positive(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const threadSchema = z.object({
  id: threadIdSchema,
  spaceId: spaceIdSchema,
  /** Null until one was made from the first turn. */
  title: z.string().max(300).nullable(),
  /** The article it is about, with the title it had then; the article may have been deleted. Null: none. */
  article: z.object({ id: entryIdSchema, title: z.string() }).nullable(),
  /** The rolling summary, kept apart from the messages. */
  summary: z.string().nullable(),
  summaryUpdatedAt: timestampSchema.nullable(),
  /** The last message that the summary covers; 0: none. Messages after it are live. */
  summaryThroughSeq: z.int().nonnegative(),
  /** Grows with each change of the summary: a change names the revision it is based on. */
  summaryRevision: z.int().nonnegative(),
  /** Null if there is no summary, or if a person wrote it. */
  summaryRunId: runIdSchema.nullable(),
  summaryModel: z.string().nullable(),
  messageCount: z.int().nonnegative(),
  /** Of the newest message; 0: none. */
  lastSeq: z.int().nonnegative(),
  /** Of the texts of all messages, and of the live ones. */
  totalTokens: z.int().nonnegative(),
  liveTokens: z.int().nonnegative(),
  summaryTokens: z.int().nonnegative(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Thread = z.infer<typeof threadSchema>;

/** The summary of a thread at one time. The newest version is the current summary. */
export const summaryVersionSchema = z.object({
  /** The summary's revision from then on. */
  revision: z.int().positive(),
  /**
   * Messages were folded into it, a person wrote it, it was rebuilt from all messages, an older one was restored, or a
   * model corrected contradicted sentences.
   */
  reason: z.enum(['fold', 'edit', 'rebuild', 'restore', 'repair']),
  /** Null: a person wrote it. */
  model: z.string().nullable(),
  runId: runIdSchema.nullable(),
  text: z.string(),
  tokens: z.int().nonnegative(),
  /** The last message that it covers. */
  throughSeq: z.int().nonnegative(),
  createdAt: timestampSchema,
});
export type SummaryVersion = z.infer<typeof summaryVersionSchema>;

/** A passage of an article that an answer cites, as it was when the answer was written. */
export const citationSchema = z.object({
  /** Its place in the article, from 1. */
  number: z.int().positive(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  text: z.string(),
});
export type Citation = z.infer<typeof citationSchema>;

/** What an answer was made from and by whom, in tokens as Precis counts them. */
export const replyReadSchema = z.object({
  /** The agent's name when it wrote the answer: the Space may have another one by now. Absent in older answers. */
  agentName: z.string().optional(),
  summaryTokens: z.int().nonnegative(),
  /** Sent word for word, the question included. */
  messages: z.int().positive(),
  messageTokens: z.int().nonnegative(),
  /** Null: the thread is about no article, or it was deleted. */
  article: z
    .object({
      contentHash: z.string(),
      tokens: z.int().nonnegative(),
      /** How many of its passages were read. */
      passages: z.int().nonnegative(),
      passagesTotal: z.int().nonnegative(),
      /** In the order of their numbers. */
      citations: z.array(citationSchema),
    })
    .nullable(),
});
export type ReplyRead = z.infer<typeof replyReadSchema>;

export const messageSchema = z.object({
  id: messageIdSchema,
  threadId: threadIdSchema,
  /** Its place in the thread, from 1; places of deleted messages are not reused. */
  seq: z.int().positive(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  tokens: z.int().nonnegative(),
  /** Of an answer: the run that made it and the model that actually wrote it. */
  runId: runIdSchema.nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** Of an answer; absent for those written before it was recorded. */
  read: replyReadSchema.optional(),
  /** Of an answer that was stopped before its end: who did that. Its text is what had arrived by then. */
  stoppedBy: z.literal('user').optional(),
  createdAt: timestampSchema,
});
export type Message = z.infer<typeof messageSchema>;

/** A place in what the user has read, discussed or built. `path` is where the app shows it. */
export const passageSchema = z.object({
  kind: z.enum(['entry', 'thread', 'session']),
  title: z.string(),
  path: z.string(),
  text: z.string(),
});
export type Passage = z.infer<typeof passageSchema>;

const chatMessageSchema = z.object({ role: z.enum(['user', 'assistant']), text: z.string() });
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** What a fold reads, and what its result is allowed to change. */
export const foldInputSchema = z.object({
  threadId: threadIdSchema,
  /** Left out: messages have left the window. */
  reason: z.enum(['rebuild', 'restore']).optional(),
  /** The result is rejected if the summary has another revision by then. */
  summaryRevision: z.int().nonnegative(),
  fromSeq: z.int().positive(),
  throughSeq: z.int().positive(),
  /** Null: there is none yet, or it is rebuilt from all messages. */
  previousSummary: z.string().nullable(),
  messages: z.array(chatMessageSchema.extend({ seq: z.int().positive() })),
  tokenBudget: z.int().positive(),
  /** Blocks that stay as they are; the result becomes the block after them. Empty: the result is the whole summary. */
  keptSegments: z.array(segmentSchema),
});
export type FoldInput = z.infer<typeof foldInputSchema>;

/** The article that a thread is about, cut into the passages that answers cite. */
const articleInputSchema = z.object({
  title: z.string(),
  text: z.string(),
  contentHash: z.string(),
  language: z.string().nullable(),
  /** In reading order: the first has the number 1. */
  passages: z.array(
    z.object({
      start: z.int().nonnegative(),
      end: z.int().nonnegative(),
      /** With its number. */
      tokens: z.int().nonnegative(),
    }),
  ),
});
export type ArticleInput = z.infer<typeof articleInputSchema>;

/** What an answer is made from, in this order: system text, article, summary, live window, the new message. */
export const replyInputSchema = z.object({
  threadId: threadIdSchema,
  /** The user's message that is answered. */
  messageId: messageIdSchema,
  instructions: z.string(),
  article: articleInputSchema.nullable().default(null),
  /** The title of the thread's article, if that was deleted. */
  deletedArticle: z.string().nullable().default(null),
  summary: z.string().nullable(),
  summaryTokens: z.int().nonnegative().default(0),
  history: z.array(chatMessageSchema),
  historyTokens: z.int().nonnegative().default(0),
  questionTokens: z.int().nonnegative().default(0),
  /** What the user's own library says about it; only for a model that cannot write. */
  passages: z.array(passageSchema),
});
export type ReplyInput = z.infer<typeof replyInputSchema>;

export const titleInputSchema = z.object({ threadId: threadIdSchema });
