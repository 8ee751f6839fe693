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
  /** The instructions come before everything else in each prompt of the Space. */
  instructions: z.string().max(20_000),
  agentId: agentIdSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Space = z.infer<typeof spaceSchema>;

/** A part of the summary that is no longer rewritten. `toSeq` is the last message that it covers. */
export const segmentSchema = z.object({
  text: z.string(),
  fromSeq: z.int().positive(),
  toSeq: z.int().positive(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const threadSchema = z.object({
  id: threadIdSchema,
  spaceId: spaceIdSchema,
  /** The value is null until a title was made from the first turn. */
  title: z.string().max(300).nullable(),
  /**
   * The article that the thread is about, with its title at that time. The article may have been deleted. Null means
   * no article.
   */
  article: z.object({ id: entryIdSchema, title: z.string() }).nullable(),
  /** The rolling summary, which is stored apart from the messages. */
  summary: z.string().nullable(),
  summaryUpdatedAt: timestampSchema.nullable(),
  /** The last message that the summary covers, or 0 for none. Messages after it are live. */
  summaryThroughSeq: z.int().nonnegative(),
  /** The revision grows with each change of the summary. A change names the revision it is based on. */
  summaryRevision: z.int().nonnegative(),
  /** The value is null if there is no summary, or if a person wrote it. */
  summaryRunId: runIdSchema.nullable(),
  summaryModel: z.string().nullable(),
  messageCount: z.int().nonnegative(),
  /** The number of the newest message, or 0 if there is none. */
  lastSeq: z.int().nonnegative(),
  /** The tokens of the texts of all messages, and of the live ones. */
  totalTokens: z.int().nonnegative(),
  liveTokens: z.int().nonnegative(),
  summaryTokens: z.int().nonnegative(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Thread = z.infer<typeof threadSchema>;

/** The summary of a thread at one time. The newest version is the current summary. */
export const summaryVersionSchema = z.object({
  /** The revision of the summary since this version. */
  revision: z.int().positive(),
  /**
   * Why there is a new version. `fold`: messages were folded into the summary. `edit`: a person wrote it. `rebuild`:
   * it was rebuilt from all messages. `restore`: an older version was restored. `repair`: a model corrected
   * contradicted sentences.
   */
  reason: z.enum(['fold', 'edit', 'rebuild', 'restore', 'repair']),
  /** The value is null if a person wrote it. */
  model: z.string().nullable(),
  runId: runIdSchema.nullable(),
  text: z.string(),
  tokens: z.int().nonnegative(),
  /** The last message that this version covers. */
  throughSeq: z.int().nonnegative(),
  createdAt: timestampSchema,
});
export type SummaryVersion = z.infer<typeof summaryVersionSchema>;

/** A passage of an article that an answer cites, as it was when the answer was written. */
export const citationSchema = z.object({
  /** The number of the passage in the article, from 1. */
  number: z.int().positive(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  text: z.string(),
});
export type Citation = z.infer<typeof citationSchema>;

/** What an answer was made from and who made it, in tokens as Precis counts them. */
export const replyReadSchema = z.object({
  /**
   * The name of the agent when it wrote the answer, because the Space may have another agent by now. It is absent in
   * older answers.
   */
  agentName: z.string().optional(),
  summaryTokens: z.int().nonnegative(),
  /** The number of messages that were sent word for word, including the question. */
  messages: z.int().positive(),
  messageTokens: z.int().nonnegative(),
  /** The value is null if the thread is about no article, or if the article was deleted. */
  article: z
    .object({
      contentHash: z.string(),
      tokens: z.int().nonnegative(),
      /** The number of passages that were read. */
      passages: z.int().nonnegative(),
      passagesTotal: z.int().nonnegative(),
      /** The citations are in the order of their numbers. */
      citations: z.array(citationSchema),
    })
    .nullable(),
});
export type ReplyRead = z.infer<typeof replyReadSchema>;

export const messageSchema = z.object({
  id: messageIdSchema,
  threadId: threadIdSchema,
  /** The place of the message in the thread, from 1. Places of deleted messages are not reused. */
  seq: z.int().positive(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  tokens: z.int().nonnegative(),
  /** For an answer, the run that made it and the model that actually wrote it. */
  runId: runIdSchema.nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** What an answer was made from. It is absent in answers written before this was recorded. */
  read: replyReadSchema.optional(),
  /** Who stopped an answer before its end. The text is what had arrived by then. */
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

/** What a fold reads, and what its result may change. */
export const foldInputSchema = z.object({
  threadId: threadIdSchema,
  /** Why the fold was started. If it is left out, messages have left the window. */
  reason: z.enum(['rebuild', 'restore']).optional(),
  /** The revision that the fold is based on. The result is rejected if the summary has another revision by then. */
  summaryRevision: z.int().nonnegative(),
  fromSeq: z.int().positive(),
  throughSeq: z.int().positive(),
  /** The value is null if there is no summary yet, or if it is rebuilt from all messages. */
  previousSummary: z.string().nullable(),
  messages: z.array(chatMessageSchema.extend({ seq: z.int().positive() })),
  tokenBudget: z.int().positive(),
  /**
   * The blocks that stay unchanged; the result becomes the block after them. If there are none, the result is the
   * whole summary.
   */
  keptSegments: z.array(segmentSchema),
});
export type FoldInput = z.infer<typeof foldInputSchema>;

/** The article that a thread is about, cut into the passages that answers cite. */
const articleInputSchema = z.object({
  title: z.string(),
  text: z.string(),
  contentHash: z.string(),
  language: z.string().nullable(),
  /** The passages are in reading order, and the first has the number 1. */
  passages: z.array(
    z.object({
      start: z.int().nonnegative(),
      end: z.int().nonnegative(),
      /** The tokens of the passage including its number. */
      tokens: z.int().nonnegative(),
    }),
  ),
});
export type ArticleInput = z.infer<typeof articleInputSchema>;

/** What an answer is made from, in this order: system text, article, summary, live window, new message. */
export const replyInputSchema = z.object({
  threadId: threadIdSchema,
  /** The message of the user that is answered. */
  messageId: messageIdSchema,
  instructions: z.string(),
  article: articleInputSchema.nullable().default(null),
  /** The title of the thread's article, if the article was deleted. */
  deletedArticle: z.string().nullable().default(null),
  summary: z.string().nullable(),
  summaryTokens: z.int().nonnegative().default(0),
  history: z.array(chatMessageSchema),
  historyTokens: z.int().nonnegative().default(0),
  questionTokens: z.int().nonnegative().default(0),
  /** What the user's own library says about the question. It is only for a model that cannot write. */
  passages: z.array(passageSchema),
});
export type ReplyInput = z.infer<typeof replyInputSchema>;

export const titleInputSchema = z.object({ threadId: threadIdSchema });
