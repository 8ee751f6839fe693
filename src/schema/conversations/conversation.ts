import { z } from 'zod';

/** A reply with more characters than this gets its own summary; one with exactly this many does not. */
export const summarizeThreshold = 400;

/** How many of the newest turns are kept verbatim. */
export const fullDetailTurns = 3;

const id = z.string().min(1);
const text = z.string();
const optionalText = text.nullish();

/** Something that a turn made, changed or removed. Its other fields are kept with it. */
export const entitySchema = z.looseObject({ id, type: text, label: text });
export type Entity = z.infer<typeof entitySchema>;

export const entityActions = ['created', 'updated', 'deleted'] as const;
export type EntityAction = (typeof entityActions)[number];

/**
 * An entity that a host reports. Without an action, an entity counts as created if its id is new, otherwise as
 * updated.
 */
const turnEntitySchema = z.looseObject({
  id: z.union([id, z.number()]),
  type: optionalText,
  label: optionalText,
  action: z.enum(entityActions).nullish(),
});

const routerOutputSchema = z.looseObject({
  agent: optionalText,
  goal: optionalText,
  complexity: optionalText,
});

const constraintFields = {
  constraints: z.array(text).nullish(),
  permanent_constraints: z.array(text).nullish(),
};

const thinkOutputSchema = z.looseObject({
  /** The decision is `plan_direct`, `propose`, `clarify` or `understand`. Other decisions leave nothing pending. */
  decision: optionalText,
  goal: optionalText,
  steps: z.array(z.unknown()).nullish(),
  proposal_message: optionalText,
  clarification_questions: z.array(text).nullish(),
  ...constraintFields,
});

const understandOutputSchema = z.looseObject({
  needs_clarification: z.boolean().nullish(),
  clarification_questions: z.array(text).nullish(),
  ...constraintFields,
});

export const stepTypes = ['read', 'analyze', 'generate', 'write'] as const;

const stepMetadataSchema = z.looseObject({
  step_type: z.enum(stepTypes).nullish(),
  subdomain: optionalText,
  description: optionalText,
  /** What a generate step made, as a list or by type. */
  artifacts: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
  result_summary: optionalText,
});
export type StepMetadata = z.infer<typeof stepMetadataSchema>;

/** Accepts values by the number of the step, or in the order of the steps. */
const bySteps = <T extends z.ZodType>(value: T) => z.union([z.array(value), z.record(z.string(), value)]);

export const turnSchema = z.looseObject({
  user: text,
  assistant: text,
  /** The summary of the reply. Only a long reply has one. */
  assistant_summary: optionalText,
  timestamp: optionalText,
  routing: routerOutputSchema.nullish(),
  /** The ids of the entities that the turn touched or named. */
  entities_mentioned: z.array(text).default([]),
});
export type Turn = z.infer<typeof turnSchema>;

export const pendingClarificationSchema = z.looseObject({
  type: z.enum(['propose', 'clarify', 'understand']),
  goal: text.optional(),
  questions: z.array(text).optional(),
  proposal_message: text.optional(),
});
export type PendingClarification = z.infer<typeof pendingClarificationSchema>;

export const conversationSchema = z.looseObject({
  recent_turns: z.array(turnSchema).default([]),
  /** The earlier turns as a narrative without ids. It is empty if there are none. */
  history_summary: text.default(''),
  pending_clarification: pendingClarificationSchema.nullable().default(null),
});
export type Conversation = z.infer<typeof conversationSchema>;

const activeEntitySchema = entitySchema.extend({ last_referenced_turn: z.int().nonnegative().nullish() });
const backgroundEntitySchema = activeEntitySchema.extend({ relevance_reason: optionalText });

export const entityContextSchema = z.looseObject({
  active: z.array(activeEntitySchema).default([]),
  background: z.array(backgroundEntitySchema).default([]),
  current_turn: z.int().nonnegative().default(0),
});
export type EntityContext = z.infer<typeof entityContextSchema>;

export const sessionConstraintsSchema = z.looseObject({
  permanent_constraints: z.array(text).default([]),
  active_goal: z
    .looseObject({
      description: text,
      started_turn: z.int().nonnegative(),
      constraints: z.array(text).default([]),
    })
    .nullable()
    .default(null),
  /** The readings that found something, newest last. */
  query_patterns: z.array(z.looseObject({ subdomain: text, description: text })).default([]),
});
export type SessionConstraints = z.infer<typeof sessionConstraintsSchema>;

/** What the Historian reads of an agent's state. Fields that it does not know are kept unchanged. */
export const historianStateSchema = z.looseObject({
  final_response: text,
  user_message: text,
  router_output: routerOutputSchema.nullish(),
  think_output: thinkOutputSchema.nullish(),
  understand_output: understandOutputSchema.nullish(),
  step_results: bySteps(z.unknown()).nullish(),
  step_metadata: bySteps(stepMetadataSchema).nullish(),
  turn_entities: z.array(turnEntitySchema).nullish(),
  conversation: conversationSchema.nullish(),
  entity_context: entityContextSchema.nullish(),
  session_constraints: sessionConstraintsSchema.nullish(),
  current_turn: z.int().nonnegative().nullish(),
});
export type HistorianState = z.infer<typeof historianStateSchema>;
/** The state as a host sends it, before defaults are filled in. */
export type HistorianStateInput = z.input<typeof historianStateSchema>;

const countsSchema = z.record(z.string(), z.int().nonnegative());
const stepErrorSchema = z.object({
  code: text,
  message: text,
  step_id: z.union([z.int(), text]).optional(),
});
export type StepError = z.infer<typeof stepErrorSchema>;

/** The audit ledger of one turn. It is for programs and not for prompts. */
export const summarizeOutputSchema = z.object({
  turn_summary: text,
  entities_created: z.array(entitySchema),
  entities_updated: z.array(entitySchema),
  entities_deleted: z.array(entitySchema),
  artifacts_generated: countsSchema,
  artifacts_saved: countsSchema,
  errors: z.array(stepErrorSchema),
  next_step_suggestion: text.optional(),
});
export type SummarizeOutput = z.infer<typeof summarizeOutputSchema>;

/** What the Historian writes. */
export const historianOutputSchema = z.object({
  conversation: conversationSchema,
  summarize_output: summarizeOutputSchema,
  entity_context: entityContextSchema,
  session_constraints: sessionConstraintsSchema,
  current_turn: z.int().positive(),
});
export type HistorianOutput = z.infer<typeof historianOutputSchema>;

/** One question of the Historian. A text that is too long for one call comes in parts. */
export const historianInputSchema = z.object({
  /** The messages are a reply, or the turns that leave the recent ones. */
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  /** The result of the same task for the parts before this one, and before this turn. */
  previous: z.string().nullable(),
  part: z.int().positive(),
  parts: z.int().positive(),
  /** What was wrong with the first answer; it is set on the second try. */
  correction: z.string().nullable(),
});
export type HistorianInput = z.infer<typeof historianInputSchema>;
