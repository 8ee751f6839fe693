import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';
import { beforeRepairSchema } from '#schema/runs/check-wire.ts';
import {
  type GroundedSentence,
  type Grounding,
  groundingSchema,
  withoutSources,
} from '#schema/runs/grounding.ts';

export const sessionIdSchema = z.int().positive().brand<'SessionId'>();
export type SessionId = z.infer<typeof sessionIdSchema>;
export const promptIdSchema = z.int().positive().brand<'PromptId'>();
export type PromptId = z.infer<typeof promptIdSchema>;
export const observationIdSchema = z.int().positive().brand<'ObservationId'>();
export type ObservationId = z.infer<typeof observationIdSchema>;
export const sessionSummaryIdSchema = z.int().positive().brand<'SessionSummaryId'>();
export type SessionSummaryId = z.infer<typeof sessionSummaryIdSchema>;

/** One coding session. Its program knows it by `contentSessionId`. */
export const sessionSchema = z.object({
  id: sessionIdSchema,
  contentSessionId: z.string(),
  /** The value is empty until the program names a project. */
  project: z.string(),
  /** The number of the newest prompt, including private ones. 0 means that there is none yet. */
  promptCount: z.int().nonnegative(),
  status: z.enum(['active', 'completed']),
  startedAt: timestampSchema,
  /** The time of the last event. */
  updatedAt: timestampSchema,
  completedAt: timestampSchema.nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

/** The fields that all records of a session have. */
const happeningSchema = z.object({
  sessionId: sessionIdSchema,
  contentSessionId: z.string(),
  project: z.string(),
  /** The prompt that the record belongs to. 0 means that it came before any prompt. */
  promptNumber: z.int().nonnegative(),
  createdAt: timestampSchema,
});

export const promptSchema = happeningSchema.extend({
  id: promptIdSchema,
  /** The value is null if the prompt was entirely private. */
  text: z.string().nullable(),
});
export type Prompt = z.infer<typeof promptSchema>;

export const observationSchema = happeningSchema.extend({
  id: observationIdSchema,
  toolName: z.string(),
  /** The input as text. Other values are written as JSON. */
  toolInput: z.string(),
  toolResponse: z.string(),
  cwd: z.string(),
});
export type Observation = z.infer<typeof observationSchema>;

/** A summary of one turn, field by field. */
export const summaryFieldsSchema = z.object({
  request: z.string(),
  investigated: z.string(),
  learned: z.string(),
  completed: z.string(),
  next_steps: z.string(),
  notes: z.string().nullable(),
});
export type SummaryFields = z.infer<typeof summaryFieldsSchema>;

/** The check of each field against the session. It has no passages of the session, because those are not stored. */
export const fieldGroundingSchema = z.partialRecord(summaryFieldsSchema.keyof(), groundingSchema);

export const sessionSummarySchema = happeningSchema.extend({
  id: sessionSummaryIdSchema,
  ...summaryFieldsSchema.shape,
  /** The run that made the summary, or null if a client sent it. */
  runId: runIdSchema.nullable(),
  /** The value is null if the summary was not checked. */
  grounding: fieldGroundingSchema.nullable(),
  /** The fields as one text, before a model corrected them. It is null if there was no correction. */
  before: beforeRepairSchema.nullable(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const recordKinds = ['prompt', 'observation', 'summary'] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface RecordOf {
  prompt: Prompt;
  observation: Observation;
  summary: SessionSummary;
}

/** Any record of a session. */
export const sessionRecordSchema = z.discriminatedUnion('kind', [
  promptSchema.extend({ kind: z.literal('prompt') }),
  observationSchema.extend({ kind: z.literal('observation') }),
  sessionSummarySchema.extend({ kind: z.literal('summary') }),
]);
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** What a run reads to summarize a turn. */
export const sessionInputSchema = z.object({
  sessionId: sessionIdSchema,
  promptNumber: z.int().nonnegative(),
  /** The prompts of the session up to this turn, without private ones, oldest first. The last is the turn's own. */
  prompts: z.array(z.object({ promptNumber: z.int().positive(), text: z.string() })),
  /** The observations of this turn and of earlier turns without a summary, oldest first. */
  observations: z.array(z.object({ tool: z.string(), input: z.string(), output: z.string() })),
  lastAssistantMessage: z.string(),
});
export type SessionInput = z.infer<typeof sessionInputSchema>;

/** Events for subscribers. They contain only ids and no texts. */
export const sessionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session_started'), sessionDbId: sessionIdSchema }),
  z.object({ type: z.literal('new_prompt'), sessionDbId: sessionIdSchema, id: promptIdSchema }),
  z.object({ type: z.literal('new_observation'), sessionDbId: sessionIdSchema, id: observationIdSchema }),
  z.object({ type: z.literal('new_summary'), sessionDbId: sessionIdSchema, id: sessionSummaryIdSchema }),
  /** A model has checked or corrected the summary, or that was undone. */
  z.object({ type: z.literal('summary_changed'), sessionDbId: sessionIdSchema, id: sessionSummaryIdSchema }),
  z.object({ type: z.literal('session_completed'), sessionDbId: sessionIdSchema }),
  /** Many records were added at once, in any number of sessions. */
  z.object({ type: z.literal('sessions_imported') }),
]);
export type SessionEvent = z.infer<typeof sessionEventSchema>;

/** Models often answer with a list, and with null for nothing. */
const field = z.union([
  z.string(),
  z.array(z.string()).transform((lines) => lines.join('\n')),
  z.null().transform(() => ''),
]);

/** The six fields in the forms that a model may write. */
export const sessionAnswerSchema = z.object({
  request: field,
  investigated: field,
  learned: field,
  completed: field,
  next_steps: field,
  notes: field.default(''),
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

const names = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'] as const;
/** Separates two fields when they are read as one text. No sentence continues across it. */
const gap = '\n\n';

interface FieldPlace {
  name: keyof SummaryFields;
  text: string;
  start: number;
  end: number;
}

/** Joins the fields into one text. */
export function presentFields(fields: SummaryFields): string {
  return placeFields(fields)
    .map(({ text }) => text)
    .join(gap);
}

/** Finds where each field is in the joined text. Empty fields have no place. */
export function placeFields(fields: SummaryFields): FieldPlace[] {
  let start = 0;
  return names.flatMap((name) => {
    const text = fields[name] ?? '';
    if (text === '') return [];
    const place = { name, text, start, end: start + text.length };
    start = place.end + gap.length;
    return [place];
  });
}

/** Divides the check of the joined text by fields. */
export function groundFields(
  fields: SummaryFields,
  grounding: Grounding | null,
): SessionSummary['grounding'] {
  if (grounding === null) return null;
  const { check } = grounding;
  return Object.fromEntries(
    placeFields(fields).map(({ name, start: from, end: to }) => {
      const own = grounding.sentences.filter(({ start, end }) => start >= from && end <= to);
      const isChecked = own.some(({ opinion }) => opinion !== undefined);
      const sentences = own.map((sentence) => shift(sentence, -from)).map(withoutPlaces);
      return [name, { sentences, ...(isChecked && check && { check }) }];
    }),
  );
}

/** Joins the checks of the fields into a check of the whole text. */
export function joinFields(
  fields: SummaryFields,
  byField: NonNullable<SessionSummary['grounding']>,
): Grounding {
  return {
    sentences: placeFields(fields).flatMap(({ name, start }) =>
      (byField[name]?.sentences ?? []).map((sentence) => shift(sentence, start)),
    ),
  };
}

function shift(sentence: GroundedSentence, by: number): GroundedSentence {
  const move = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: part.start + by,
    end: part.end + by,
  });
  return { ...move(sentence), flags: sentence.flags.map(move), details: sentence.details.map(move) };
}

/** Removes offsets into the source, because the text of a session is not stored. */
function withoutPlaces({ opinion, ...sentence }: GroundedSentence): GroundedSentence {
  return {
    ...sentence,
    support: [],
    flags: sentence.flags.map(({ kind, reason, start, end }) => ({ kind, reason, start, end })),
    details: withoutSources(sentence.details),
    ...(opinion && { opinion: { ...opinion, passages: [] } }),
  };
}
