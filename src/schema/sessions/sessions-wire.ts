import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { searchMeanings } from './meaning-wire.ts';
import {
  observationSchema,
  promptSchema,
  sessionIdSchema,
  sessionRecordSchema,
  sessionSchema,
  sessionSummaryIdSchema,
  sessionSummarySchema,
} from './session.ts';

/** The limit of a body that a plugin sends. An export comes in larger pieces. */
export const maxSessionBodyBytes = 256 * 1024;
export const maxSummaryFieldCharacters = 16_000;

export const contentSessionId = z.string().min(1).max(500);
export const project = z.string().max(500);
/** The sender's name of an event. An event that is sent again changes nothing. */
const eventId = z.string().min(1).max(500).nullish();
/** The `eventId` of the prompt that the event belongs to. If it is left out, that is the newest prompt. */
const promptEventId = eventId;
/**
 * When the event happened, in milliseconds since 1970, because it may arrive long afterwards. If it is left out, that
 * is now.
 */
const at = z.number().nullish();
const summaryField = z.string().max(maxSummaryFieldCharacters);

export const initSessionRequestSchema = z.object({
  contentSessionId,
  project: project.nullish(),
  /**
   * What distinguishes the project from others of its name: `remote:…`, `root:…`, `folder:…`, most reliable first.
   */
  projectIdentities: z.array(z.string().min(1).max(2000)).max(5).nullish(),
  prompt: z.string().nullish(),
  eventId,
  at,
});
export type InitRequest = z.infer<typeof initSessionRequestSchema>;

export const recordedPromptSchema = z.object({
  sessionDbId: sessionIdSchema,
  promptNumber: z.int().positive(),
  skipped: z.boolean(),
  reason: z.literal('private').optional(),
});
export type RecordedPrompt = z.infer<typeof recordedPromptSchema>;
/** `excluded` means that nothing of the project is recorded, not even that there was a prompt. */
export const initSessionAnswerSchema = z.union([
  recordedPromptSchema,
  z.object({ skipped: z.literal(true), reason: z.literal('excluded') }),
]);
export type InitAnswer = z.infer<typeof initSessionAnswerSchema>;

export const observationRequestSchema = z.object({
  contentSessionId,
  tool_name: z.string().min(1).max(500),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  cwd: z.string().max(4096).nullish(),
  eventId,
  promptEventId,
  at,
});
export type ObservationRequest = z.infer<typeof observationRequestSchema>;

export const summarizeSessionRequestSchema = z.object({
  contentSessionId,
  last_assistant_message: z.string().nullish(),
  promptEventId,
  /** Asks for a summary only if the turn has none yet. */
  ifMissing: z.boolean().nullish(),
});
export type SummarizeRequest = z.infer<typeof summarizeSessionRequestSchema>;

export const queuedAnswerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('queued') }),
  /**
   * `empty`: there is nothing to read. `summarized`: the turn has a summary. `private`: the turn is private.
   * `excluded`: the project is excluded.
   */
  z.object({ status: z.literal('skipped'), reason: z.enum(['private', 'empty', 'summarized', 'excluded']) }),
]);
export type QueuedAnswer = z.infer<typeof queuedAnswerSchema>;

export const ingestSummaryRequestSchema = z.object({
  contentSessionId,
  summary: z.object({
    request: summaryField,
    investigated: summaryField,
    learned: summaryField,
    completed: summaryField,
    next_steps: summaryField,
    notes: summaryField.nullish(),
  }),
  promptEventId,
  at,
});
export type IngestRequest = z.infer<typeof ingestSummaryRequestSchema>;

export const ingestSummaryAnswerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('stored'),
    sessionDbId: sessionIdSchema,
    summaryId: sessionSummaryIdSchema,
    promptNumber: z.int().nonnegative(),
  }),
  z.object({ status: z.literal('skipped'), reason: z.enum(['private', 'excluded']) }),
]);
export type IngestAnswer = z.infer<typeof ingestSummaryAnswerSchema>;

export const completeSessionRequestSchema = z.object({ contentSessionId });
export const completeSessionAnswerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('completed'), sessionDbId: sessionIdSchema }),
  z.object({ status: z.literal('skipped'), reason: z.literal('not_active') }),
]);
export type CompleteAnswer = z.infer<typeof completeSessionAnswerSchema>;

/** Accepts a number in any form. Invalid values become the default, and numbers out of range the nearest limit. */
function lenient({ usual, least, most }: { usual: number; least: number; most: number }) {
  return z
    .union([z.number(), z.string()])
    .transform((given) => {
      const number = given === '' ? Number.NaN : Math.trunc(Number(given));
      return Number.isNaN(number) ? usual : Math.min(most, Math.max(least, number));
    })
    .default(usual);
}

const offset = lenient({ usual: 0, least: 0, most: 1_000_000_000 });
/** The offset is limited, because each page of hits is computed from the first one. */
const hitOffset = lenient({ usual: 0, least: 0, most: 10_000 });
const limit = lenient({ usual: 20, least: 1, most: 100 });
const depth = lenient({ usual: 10, least: 0, most: 50 });

/** A day (`2026-01-31`), a time (ISO 8601) or milliseconds since 1970. */
const dateSchema = z
  .string()
  .max(40)
  .refine(
    (text) => /^\d{9,16}$/.test(text) || (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))),
    'Enter a date such as 2026-01-31, or a time.',
  );

export const listSessionsQuerySchema = z.object({ project: project.optional(), offset, limit });
export type ListSessionsQuery = z.infer<typeof listSessionsQuerySchema>;

export const listRecordsQuerySchema = listSessionsQuerySchema.extend({
  sessionDbId: z.coerce.number().pipe(sessionIdSchema).optional(),
  dateStart: dateSchema.optional(),
  /** If it is a day, the whole day is included. */
  dateEnd: dateSchema.optional(),
  orderBy: z.enum(['date_desc', 'date_asc']).default('date_desc'),
});
export type ListRecordsQuery = z.infer<typeof listRecordsQuerySchema>;

function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    items: z.array(item),
    hasMore: z.boolean(),
    offset: z.int().nonnegative(),
    limit: z.int().positive(),
  });
}

/** A page of sessions, the last used first. */
export const sessionPageSchema = pageOf(sessionSchema);
export type SessionPage = z.infer<typeof sessionPageSchema>;
export const promptPageSchema = pageOf(promptSchema);
export type PromptPage = z.infer<typeof promptPageSchema>;
export const observationPageSchema = pageOf(observationSchema);
export type ObservationPage = z.infer<typeof observationPageSchema>;
export const sessionSummaryPageSchema = pageOf(sessionSummarySchema);
export type SessionSummaryPage = z.infer<typeof sessionSummaryPageSchema>;

export const projectSchema = z.object({
  project: z.string(),
  sessions: z.int().nonnegative(),
  prompts: z.int().nonnegative(),
  observations: z.int().nonnegative(),
  summaries: z.int().nonnegative(),
  lastAt: timestampSchema,
});
export type Project = z.infer<typeof projectSchema>;
/** The list of projects, the last used first. */
export const projectListSchema = z.object({ projects: z.array(z.string()), items: z.array(projectSchema) });
export type ProjectList = z.infer<typeof projectListSchema>;

export const activityQuerySchema = z.object({
  /** If it is omitted, all projects count. */
  project: project.optional(),
  days: z.coerce.number().int().min(1).max(366).default(56),
  /** The time zone in minutes east of UTC. */
  utcOffsetMinutes: z.coerce.number().int().min(-840).max(840).default(0),
});
export type ActivityQuery = z.infer<typeof activityQuerySchema>;

export const activityDaySchema = z.object({
  /** The day in a form such as 2026-01-31. */
  day: z.string(),
  prompts: z.int().nonnegative(),
  observations: z.int().nonnegative(),
  summaries: z.int().nonnegative(),
});
export type ActivityDay = z.infer<typeof activityDaySchema>;
/** The days with records, oldest first. */
export const activitySchema = z.object({ items: z.array(activityDaySchema) });

export const sessionCountsSchema = z.object({
  sessions: z.int().nonnegative(),
  activeSessions: z.int().nonnegative(),
  prompts: z.int().nonnegative(),
  observations: z.int().nonnegative(),
  summaries: z.int().nonnegative(),
  projects: z.int().nonnegative(),
});
export type SessionCounts = z.infer<typeof sessionCountsSchema>;
export const sessionStatsSchema = z.object({
  worker: z.object({ version: z.string(), uptimeMs: z.int().nonnegative() }),
  database: sessionCountsSchema,
});
export type Stats = z.infer<typeof sessionStatsSchema>;

export const searchTypes = ['observations', 'sessions', 'prompts', 'all'] as const;
export const searchWays = ['words-and-meaning', 'words'] as const;
export const searchOrders = ['relevance', 'date_desc', 'date_asc'] as const;

const scopeShape = {
  project: project.optional(),
  /** The identities of the project as sent with a prompt, separated by line breaks. */
  projectIdentities: z.string().max(10_000).optional(),
};

export const searchSessionsQuerySchema = z.object({
  query: z.string().max(10_000).default(''),
  /** If it is left out, observations, session summaries and prompts are searched. `all` adds entries and threads. */
  type: z.enum(searchTypes).optional(),
  ...scopeShape,
  dateStart: dateSchema.optional(),
  /** If it is a day, the whole day is included. */
  dateEnd: dateSchema.optional(),
  orderBy: z.enum(searchOrders).default('relevance'),
  /**
   * `words` searches without meaning, for example while someone is still typing. Otherwise search by meaning takes
   * part if it is on.
   */
  by: z.enum(searchWays).default('words-and-meaning'),
  offset: hitOffset,
  limit,
});
export type SearchSessionsQuery = z.infer<typeof searchSessionsQuerySchema>;

export const sessionHitSchema = z.object({
  /**
   * The name of the record in all tools: P12 is a prompt, O12 an observation, S12 a summary and E12 an entry. A
   * message has its id.
   */
  ref: z.string(),
  kind: z.enum(['prompt', 'observation', 'summary', 'entry', 'thread']),
  title: z.string(),
  excerpt: z.string(),
  project: z.string().nullable(),
  sessionDbId: sessionIdSchema.nullable(),
  promptNumber: z.int().nonnegative().nullable(),
  createdAt: timestampSchema,
  /**
   * The approximate tokens of the full text. It is null for entries and messages, which are not read by reference.
   */
  tokens: z.int().nonnegative().nullable(),
  score: z.number().nonnegative(),
});
export type SessionHit = z.infer<typeof sessionHitSchema>;

/**
 * The number of records that were not searched because they are still being indexed, for minutes after an upgrade or
 * a large import.
 */
const unindexed = z.int().nonnegative();

export const sessionHitPageSchema = pageOf(sessionHitSchema).extend({
  query: z.string(),
  /** The search terms as they are in the index, for highlighting. */
  terms: z.array(z.string()),
  /** The same hits, divided by kind. */
  observations: z.array(sessionHitSchema),
  sessions: z.array(sessionHitSchema),
  prompts: z.array(sessionHitSchema),
  unindexed,
  meaning: z.enum(searchMeanings),
});
export type SessionHitPage = z.infer<typeof sessionHitPageSchema>;

/** The output of a tool for a model. */
export const textContentSchema = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

export const timelineQuerySchema = z.object({
  /** A reference such as S12, the number of an observation, or a time. */
  anchor: z.string().max(100).optional(),
  /** A search whose best hit becomes the anchor. */
  query: z.string().max(10_000).optional(),
  depth_before: depth,
  depth_after: depth,
  ...scopeShape,
});
export type TimelineQuery = z.infer<typeof timelineQuerySchema>;

export const sessionTimelineSchema = z.object({
  /** The value is null if the anchor is a time, or if nothing was found. */
  anchor: z.string().nullable(),
  /** The items are sorted oldest first. */
  items: z.array(sessionHitSchema.omit({ score: true })),
  unindexed,
});
export type Timeline = z.infer<typeof sessionTimelineSchema>;

/** How many characters of each record a model gets. Longer texts say how much is missing. */
export const recordCharacters = { fewest: 100, most: 200_000, usual: 4000 };

export const recordRefsQuerySchema = z.object({
  refs: z.string().min(1).max(2000),
  /** `text` returns a text that a model reads. */
  format: z.string().max(20).optional(),
  /** The limit for the text of each record. */
  maxCharacters: z.coerce
    .number()
    .int()
    .min(recordCharacters.fewest)
    .max(recordCharacters.most)
    .default(recordCharacters.usual),
});
export const sessionRecordListSchema = z.object({
  items: z.array(sessionRecordSchema),
  /** The references that were not found. */
  missing: z.array(z.string()),
});
export type RecordList = z.infer<typeof sessionRecordListSchema>;

const minContextTokens = 100;
const maxContextTokens = 50_000;

export const contextQuerySchema = z.object({
  ...scopeShape,
  /** Several projects, separated by commas. */
  projects: z.string().max(5000).optional(),
  /** What the session is about. */
  query: z.string().max(10_000).optional(),
  /** The token budget that is used instead of the setting. */
  tokens: z.coerce.number().int().min(minContextTokens).max(maxContextTokens).optional(),
  /** The time zone in minutes east of UTC, for the days. */
  utcOffsetMinutes: z.coerce.number().int().min(-840).max(840).default(0),
});
export type ContextQuery = z.infer<typeof contextQuerySchema>;

export const sessionContextSchema = z.object({
  /** The text exactly as a model gets it. It is empty if there is nothing to remember. */
  text: z.string(),
  tokens: z.int().nonnegative(),
  budgetTokens: z.int().positive(),
  items: z.array(
    z.object({
      ref: z.string(),
      createdAt: timestampSchema,
      text: z.string(),
      /** The tokens of this text alone. The rest of the total is the introduction, the days and the times. */
      tokens: z.int().nonnegative(),
    }),
  ),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;
