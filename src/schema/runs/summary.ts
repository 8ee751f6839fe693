import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { detailLevelSchema, languageSchema } from '#schema/language.ts';
import type { SessionId, SummaryFields } from '#schema/sessions/session.ts';
import type { MessageId, Segment, SummaryVersion, ThreadId } from '#schema/spaces/space.ts';
import { type Grounding, groundingSchema } from './grounding.ts';
import { runPromptSchema, runSchema, sourceRefSchema } from './run.ts';

/** One per slot: task type, source, target language and detail level. */
export const slotSchema = z.object({
  source: sourceRefSchema.pick({ kind: true, id: true }),
  targetLanguage: languageSchema,
  detailLevel: detailLevelSchema,
});
export type Slot = z.infer<typeof slotSchema>;

/** The payload of a succeeded summary run. */
export const summaryPayloadSchema = slotSchema.extend({
  text: z.string().min(1),
  /** As detected in the text; null if unknown. */
  outputLanguage: languageSchema.nullable(),
  /** SHA-256 of the text that was summarized, to see when the source changed since. */
  contentHash: z.string(),
  /** Null for summaries made before there was a check. */
  grounding: groundingSchema.nullable(),
});
export type SummaryPayload = z.infer<typeof summaryPayloadSchema>;

/** What a succeeded run leaves behind, by its task. */
export type Payload =
  | ({ kind: 'summary' } & SummaryPayload)
  | FoldPayload
  | ReplyPayload
  | { kind: 'title'; threadId: ThreadId; title: string }
  | SessionPayload;

/** Replaces the summary of a thread; refused when `summaryRevision` is no longer the thread's. */
export interface FoldPayload {
  kind: 'fold';
  threadId: ThreadId;
  reason: Exclude<SummaryVersion['reason'], 'edit'>;
  summaryRevision: number;
  throughSeq: number;
  text: string;
  tokens: number;
  segments: Segment[];
  model: string;
}

/** Becomes the message after the one it answers; refused when that is no longer the thread's newest question. */
export interface ReplyPayload {
  kind: 'reply';
  threadId: ThreadId;
  messageId: MessageId;
  /** For the new message. */
  newMessageId: MessageId;
  text: string;
  tokens: number;
  provider: string;
  model: string;
}

/** The summary of a turn of a coding session; refused if the session, or part of it, was deleted in the meantime. */
export interface SessionPayload {
  kind: 'session';
  sessionId: SessionId;
  promptNumber: number;
  fields: SummaryFields;
  /** By field. Without passages of the source, which is not kept. */
  grounding: Partial<Record<keyof SummaryFields, Grounding>> | null;
}

export const summarySchema = summaryPayloadSchema.extend({
  runId: runIdSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Summary = z.infer<typeof summarySchema>;

export const runWithSummarySchema = z.object({
  run: runSchema,
  summary: summarySchema.nullable(),
  /** Null where the run has no provenance, and where it was deleted with what the run was about. */
  prompt: runPromptSchema.nullable(),
  /** Whether a template of the run has been edited or removed since. */
  templateChanged: z.boolean(),
});
export type RunWithSummary = z.infer<typeof runWithSummarySchema>;
