import { z } from 'zod';
import { type Field, namesOf, optionalShapeOf, shapeOf } from '#schema/field-table.ts';
import { timestampSchema } from '#schema/ids.ts';
import { visibleText } from '#schema/text/entered-text.ts';
import { keyStateSchema, storedKeySchema } from './model-profile.ts';
import { profileFields } from './profile-fields.ts';
import { summarizerTokenBudget } from './token-budget.ts';

type Fields = Readonly<Record<string, Field>>;

/** The numbers that an agent's model may have instead of its profile's values. */
export const llmNumbers = {
  temperature: profileFields.temperature,
  maxOutputTokens: profileFields.maxOutputTokens,
} as const satisfies Fields;

export const summarizerNumbers = {
  temperature: { value: profileFields.temperature.value, initial: 0 },
  /** The limit for what one call of the summarizer reads. More is read in parts. */
  tokenBudget: { value: z.int().min(100).max(2_000_000), initial: summarizerTokenBudget },
  /** How long an answer waits for a fold in progress. After that it is sent with all live messages. */
  timeoutMs: { value: z.int().min(0).max(600_000), initial: 8000 },
} as const satisfies Fields;

export const memoryNumbers = {
  /** A live window over this many tokens also makes a fold due. Null means that only turns count. */
  hotPathTokenBudget: { value: z.int().min(100).max(20_000_000), initial: null },
  /** The percentage of the budget that stays free, because token counts may be wrong. */
  hotPathMarginPct: { value: z.int().min(0).max(50), initial: 0 },
  /** This many of the newest messages stay live, regardless of size. */
  recentMessageFloor: { value: z.int().min(2).max(1000), initial: 2 },
} as const satisfies Fields;

export const llmNumberNames = namesOf(llmNumbers);
export const summarizerNumberNames = namesOf(summarizerNumbers);
export const memoryNumberNames = namesOf(memoryNumbers);

export const agentIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Use lowercase letters, digits and "-".')
  .brand<'AgentId'>();
export type AgentId = z.infer<typeof agentIdSchema>;

/** The id of the agent that always exists and uses the primary model of the settings. */
export const defaultAgentId = agentIdSchema.parse('assistant');

/** As an agent's model, this name means the primary model of the settings. */
export const primaryModelName = 'default';

export const memoryPolicies = ['adaptive', 'batched', 'segments', 'frugal'] as const;
export const memoryPolicySchema = z.enum(memoryPolicies);
export type MemoryPolicyName = z.infer<typeof memoryPolicySchema>;

const modelName = visibleText(z.string().trim().min(1).max(200));
const apiBase = z.url({ protocol: /^https?$/ }).max(2000);
/** The API key, or `env:NAME` for the environment variable that contains it. */
const apiKey = z.string().trim().min(1).max(4096);

const keyOrigin = z
  .string()
  .max(500)
  .refine((text) => URL.parse(text)?.origin === text && /^https?:/.test(text), {
    error: 'Enter an origin without a path, such as https://api.example.com.',
  });

const llmFields = {
  /** The id of a model profile, `default` for the primary model of the settings, or a model's name at `apiBase`. */
  model: modelName,
  ...optionalShapeOf(llmNumbers),
  apiBase: apiBase.optional(),
};

const summarizerFields = {
  model: modelName.optional(),
  ...optionalShapeOf(summarizerNumbers),
  apiBase: apiBase.optional(),
};

export const memoryConfigSchema = z.strictObject({
  policy: memoryPolicySchema.default('adaptive'),
  ...shapeOf(memoryNumbers),
});
export type MemoryConfig = z.infer<typeof memoryConfigSchema>;

/** Settings for programs that act on their own. Precis only stores and validates them. */
const autonomySchema = z.looseObject({
  enabled: z.boolean(),
  evaluator: z
    .looseObject({
      model: modelName.optional(),
      temperature: profileFields.temperature.value.optional(),
      systemPrompt: z.string().max(20_000).optional(),
      maxTokens: z.int().positive().optional(),
    })
    .optional(),
  limits: z
    .looseObject({
      maxFollowUpsPerSession: z.int().nonnegative().optional(),
      minDelayMs: z.int().nonnegative().optional(),
    })
    .optional(),
  memoryCapture: z.boolean().optional(),
});

const commonFields = {
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000).optional(),
  /** The system prompt comes before the custom instructions of the Space. */
  systemPrompt: z.string().max(20_000).optional(),
  memory: memoryConfigSchema.prefault({}),
  autonomy: autonomySchema.optional(),
};

/** An agent as a file contains it. */
export const agentConfigSchema = z.strictObject({
  ...commonFields,
  llm: z.strictObject({ ...llmFields, apiKey: apiKey.optional() }),
  summarizer: z.strictObject({ ...summarizerFields, apiKey: apiKey.optional() }).optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

/** What a person saves. An omitted key is kept, and null removes it. */
export const agentInputSchema = agentConfigSchema.extend({
  name: visibleText(commonFields.name),
  llm: z.strictObject({ ...llmFields, apiKey: apiKey.nullable().optional() }),
  summarizer: z.strictObject({ ...summarizerFields, apiKey: apiKey.nullable().optional() }).optional(),
  /** Origins that an inherited key may be sent to, confirmed by the person who saves. */
  confirmKeyOrigins: z.array(keyOrigin).max(10).optional(),
});
export type AgentInput = z.infer<typeof agentInputSchema>;

/** The two models of an agent: the one that answers and the one that keeps the summary. */
export const agentPartSchema = z.enum(['llm', 'summarizer']);
export type AgentPart = z.infer<typeof agentPartSchema>;

/** Where the value that takes effect comes from. */
const valueOrigins = ['summarizer', 'llm', 'profile', 'default'] as const;
const effective = <T extends z.ZodType>(value: T) => z.object({ value, from: z.enum(valueOrigins) });

const effectiveModelSchema = z.object({
  model: effective(z.string()),
  temperature: effective(z.number().nullable()),
  /** Null means the provider's own address. */
  apiBase: effective(z.string().nullable()),
  apiKey: effective(keyStateSchema),
});

/**
 * A warning about an agent's key. `origin`: the key would be sent to a different origin than it was saved for, which
 * needs confirmation first. `key`: the model needs a key that is missing. It should be in `variable`, or it was never
 * entered for `origin`.
 */
export const agentWarningSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('origin'),
    part: agentPartSchema,
    givenFor: z.string(),
    wouldGoTo: z.string(),
    message: z.string(),
  }),
  z.object({
    kind: z.literal('key'),
    part: agentPartSchema,
    origin: z.string(),
    variable: z.string().nullable(),
    message: z.string(),
  }),
]);
export type AgentWarning = z.infer<typeof agentWarningSchema>;

export const agentSchema = z.object({
  id: agentIdSchema,
  ...commonFields,
  memory: memoryConfigSchema,
  llm: z.object({ ...llmFields, apiKey: keyStateSchema }),
  summarizer: z.object({ ...summarizerFields, apiKey: keyStateSchema }).nullable(),
  effective: z.object({
    llm: effectiveModelSchema,
    summarizer: effectiveModelSchema.extend({
      tokenBudget: effective(z.int()),
      timeoutMs: effective(z.int()),
    }),
  }),
  warnings: z.array(agentWarningSchema),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Agent = z.infer<typeof agentSchema>;

export const agentTestRequestSchema = z.object({ part: agentPartSchema });

export const agentListSchema = z.object({ items: z.array(agentSchema) });

const { llm, summarizer } = agentConfigSchema.shape;

/** An agent as the store keeps it, in one document. It never leaves the server. */
export const storedAgentSchema = agentConfigSchema
  .extend({
    id: agentIdSchema,
    llm: llm.extend({ apiKey: storedKeySchema }),
    summarizer: summarizer.unwrap().extend({ apiKey: storedKeySchema }).nullable(),
    /** A person confirmed that the key with this mark, given for the first origin, may be sent to the second. */
    confirmed: z.array(z.object({ givenFor: z.string(), wouldGoTo: z.string(), keyMark: z.string() })),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .strip();
export type StoredAgent = z.infer<typeof storedAgentSchema>;
