import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import { contextEvents, hookClients, maxAnnouncementCharacters } from './hook-client.ts';

export const hookClientSchema = z.enum(hookClients);

/** The client's name of an event, such as PostToolUse. Unknown names are accepted and ignored. */
export const hookEventSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z-]{0,59}$/, 'Enter the name of an event: up to 60 letters and "-".');

/** The limit for what a client sends, because tool output may contain images and whole files. */
export const maxHookBodyBytes = 16 * 1024 * 1024;

export const hookPayloadSchema = z.record(z.string(), z.unknown());

/** The answer to a hook, in the form that clients read. An empty answer adds nothing. */
export const hookAnswerSchema = z.object({
  hookSpecificOutput: z
    .object({
      hookEventName: z.enum(contextEvents),
      additionalContext: z.string(),
    })
    .optional(),
  /** One line that is shown to the person at the terminal and not to the model. */
  systemMessage: z.string().max(maxAnnouncementCharacters).optional(),
});
export type HookAnswer = z.infer<typeof hookAnswerSchema>;

const count = z.int().nonnegative();

export const clientReportSchema = z.object({
  client: hookClientSchema,
  prompts: count,
  observations: count,
  /** The summaries of turns that were queued. */
  summaries: count,
  /** How often a session was given context, and how many tokens that took in total. */
  contexts: count,
  contextTokens: count,
  /** The events that could not be understood. */
  lost: count,
  lastEventAt: timestampSchema.nullable(),
});
export type ClientReport = z.infer<typeof clientReportSchema>;

/** The runs about coding sessions of all clients, counted from the list of runs. */
export const sessionRunsSchema = z.object({
  /** The summaries of turns that a model was asked for. */
  summaries: count,
  /** The summaries of turns that were made offline. */
  offline: count,
  /** The checks and repairs of such summaries by a model. */
  checks: count,
  /** All other runs that asked a model. Observations ask no model, so this is 0. */
  observations: count,
});
export type SessionRuns = z.infer<typeof sessionRunsSchema>;

/**
 * How long an agent waited for the hooks of its last tool calls since the worker started. At most 200 calls count.
 */
export const clientWaitSchema = z.object({
  client: hookClientSchema,
  toolCalls: count,
  p95Ms: z.number().nonnegative(),
});
export type ClientWait = z.infer<typeof clientWaitSchema>;

export const clientReportsSchema = z.object({
  items: z.array(clientReportSchema),
  runs: sessionRunsSchema,
  /** The value is empty in reports from earlier versions. */
  waits: z.array(clientWaitSchema).default([]),
});
