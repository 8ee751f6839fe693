import { z } from 'zod';
import { messageIdSchema, passageSchema, segmentSchema, threadIdSchema } from './space.ts';

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
