import { z } from 'zod';
import { errorCodes } from '#schema/error-codes.ts';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import {
  groundedSentenceSchema,
  groundingFlagSchema,
  groundingSchema,
  spanSchema,
} from '#schema/runs/grounding.ts';
import { runSchema } from '#schema/runs/run.ts';
import {
  historianOutputSchema,
  historianStateSchema,
  pendingClarificationSchema,
  summarizeOutputSchema,
} from './conversation.ts';

/** Matches control characters, and halves of characters, which no store keeps. */
const invisible = /[\p{Cc}\p{Cs}]/u;

const name = z
  .string()
  .max(200)
  .regex(/^\S(?:.*\S)?$/, 'Use 1 to 200 characters on one line, without leading or trailing spaces.')
  .refine((text) => !invisible.test(text), 'Use visible characters.');

/** The host's own name for a conversation, such as a LangGraph thread id. */
export const conversationIdSchema = name
  .refine((id) => id !== '.' && id !== '..', 'This name cannot be used in a URL path. Use another one.')
  .brand<'ConversationId'>();
export type ConversationId = z.infer<typeof conversationIdSchema>;

/**
 * What the Historian reads of a turn. The conversation and the number of the turn come from the store. So do entity
 * context and session constraints, unless a host that curates them sends its own.
 */
export const turnRequestSchema = historianStateSchema
  .omit({ conversation: true, current_turn: true })
  .extend({
    /** The agent whose summarizer is used. Without it, the models of the settings are used. */
    agent_id: agentIdSchema.optional(),
    /** The same as the header `Idempotency-Key`. */
    idempotency_key: name.optional(),
  });
export type TurnRequest = z.infer<typeof turnRequestSchema>;
/** The request as a host sends it, before defaults are filled in. */
export type TurnRequestInput = z.input<typeof turnRequestSchema>;

/** A failed model call. What depends on it is unchanged. */
export const turnIssueSchema = z.object({
  task: z.enum(['turn-summary', 'history-narrative']),
  code: z.enum(errorCodes),
  message: z.string(),
  /** The last run that was started. Null means that no run could be started. */
  runId: runIdSchema.nullable(),
});
export type TurnIssue = z.infer<typeof turnIssueSchema>;

export const turnResultSchema = z.object({
  conversationId: conversationIdSchema,
  /** The number of the turn, from 1. */
  turn: z.int().positive(),
  state: historianOutputSchema,
  runIds: z.array(runIdSchema),
  issues: z.array(turnIssueSchema),
});
export type TurnResult = z.infer<typeof turnResultSchema>;

export const conversationHeadSchema = z.object({
  id: conversationIdSchema,
  /** The last user message. A long one is cut to its beginning. */
  lastUserMessage: z.string(),
  turns: z.int().positive(),
  /** What the agent waits for. Null means that it waits for nothing. */
  pending: pendingClarificationSchema.shape.type.nullable(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type ConversationHead = z.infer<typeof conversationHeadSchema>;

export const listConversationsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(2000).optional(),
});
export type ListConversationsQuery = z.infer<typeof listConversationsQuerySchema>;

/** A page of conversations. The conversation with the newest turn comes first. */
export const conversationPageSchema = z.object({
  items: z.array(conversationHeadSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationPage = z.infer<typeof conversationPageSchema>;

/** A turn as it is stored, even long after it has left the state. */
export const keptTurnSchema = z.object({
  number: z.int().positive(),
  user: z.string(),
  assistant: z.string(),
  assistantSummary: z.string().nullable(),
  ledger: summarizeOutputSchema,
  runIds: z.array(runIdSchema),
  issues: z.array(turnIssueSchema),
  createdAt: timestampSchema,
});
export type KeptTurn = z.infer<typeof keptTurnSchema>;

export const listTurnsQuerySchema = z.object({
  /** Only turns before this one are listed. Without it, the newest are listed. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
});
export type ListTurnsQuery = z.infer<typeof listTurnsQuerySchema>;

/** A page of turns, newest last. `hasMore` says whether there are turns before the first one. */
export const turnPageSchema = z.object({ items: z.array(keptTurnSchema), hasMore: z.boolean() });
export type TurnPage = z.infer<typeof turnPageSchema>;

/** One conversation as its screen needs it. */
export const conversationViewSchema = conversationHeadSchema.extend({
  /** The state includes the entities by tier and what is pending. */
  state: historianOutputSchema,
  turnPage: turnPageSchema,
  /** The unfinished runs of the turn in progress. */
  activeRuns: z.array(runSchema),
});
export type ConversationView = z.infer<typeof conversationViewSchema>;

/** A passage of the joined turns, and the first turn it has words of. It may end in a later turn. */
const turnPassageSchema = spanSchema.extend({ turn: z.int().positive(), text: z.string() });
export type TurnPassage = z.infer<typeof turnPassageSchema>;

/** The position of one side of a turn in the joined turns, without the name of the speaker. */
const turnPlaceSchema = spanSchema.extend({
  turn: z.int().positive(),
  speaker: z.enum(['user', 'assistant']),
});
export type TurnPlace = z.infer<typeof turnPlaceSchema>;

/** The check of each sentence of the narrative against the turns that it covers. */
export const conversationGroundingSchema = groundingSchema.pick({ check: true }).extend({
  /** The narrative. It is empty if there is none yet. */
  text: z.string(),
  /** What was said in the turns that the narrative covers, in order. */
  messages: z.array(turnPlaceSchema),
  sentences: z.array(
    groundedSentenceSchema.extend({
      support: z.array(turnPassageSchema),
      flags: z.array(groundingFlagSchema.extend({ source: turnPassageSchema.optional() })),
      opinion: groundedSentenceSchema.shape.opinion
        .unwrap()
        .extend({ passages: z.array(turnPassageSchema) })
        .optional(),
    }),
  ),
});
export type ConversationGrounding = z.infer<typeof conversationGroundingSchema>;
