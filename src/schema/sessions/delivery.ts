import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { recordKinds, sessionIdSchema } from './session.ts';

/** When a session was given something: at its start, with a prompt, or after its context was compacted. */
export const deliveryOccasions = ['start', 'prompt', 'compaction'] as const;
export type DeliveryOccasion = (typeof deliveryOccasions)[number];

/** A record or memory that a session was given. */
export const deliverySchema = z.object({
  /** The name of the record, such as P12, or of the memory, such as M3. */
  ref: z.string(),
  kind: z.enum([...recordKinds, 'memory']),
  recordId: z.int().positive(),
  occasion: z.enum(deliveryOccasions),
  tokens: z.int().nonnegative(),
  at: timestampSchema,
  /** When the client compacted the context that it was part of, or null. */
  droppedAt: timestampSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** A delivery with what it was about, as far as it still exists. */
export const shownDeliverySchema = deliverySchema.extend({
  /** The beginning of the text. Null means that the record was deleted since. */
  excerpt: z.string().nullable(),
  /** The session of the record. Memories have none. */
  sessionDbId: sessionIdSchema.nullable(),
  /** Words that the record brought into the session and that came up again in its later work. */
  usedWords: z.array(z.string()),
  /** The later record that may replace what this one says, or null. */
  supersededBy: z.string().nullable(),
});
export type ShownDelivery = z.infer<typeof shownDeliverySchema>;

export const sessionDeliveriesSchema = z.object({
  /** Sorted by time. */
  items: z.array(shownDeliverySchema),
  tokens: z.int().nonnegative(),
  /** The number of items with words that came up again. */
  used: z.int().nonnegative(),
});
export type SessionDeliveries = z.infer<typeof sessionDeliveriesSchema>;

export const recallRequestSchema = z.object({
  contentSessionId: z.string().min(1).max(500),
  project: z.string().max(500),
  projectIdentities: z.array(z.string().min(1).max(2000)).max(5).nullish(),
  prompt: z.string().max(1_000_000),
});
export type RecallRequest = z.infer<typeof recallRequestSchema>;

/** What a prompt is given from memory. */
export const recallAnswerSchema = z.object({
  /** The text as a model gets it. It is empty if nothing is relevant. */
  text: z.string(),
  tokens: z.int().nonnegative(),
});
export type RecallAnswer = z.infer<typeof recallAnswerSchema>;

/** Says that the newer session does not replace what the older one decided, or that it does after all. */
export const supersessionRequestSchema = z.object({
  /** Records of the two sessions, such as P12. */
  older: z.string().max(20),
  newer: z.string().max(20),
  isSuperseded: z.boolean(),
});
export type SupersessionRequest = z.infer<typeof supersessionRequestSchema>;
