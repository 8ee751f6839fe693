import { z } from 'zod';
import { observationSchema, promptSchema, sessionSchema, sessionSummarySchema } from './session.ts';

/** An event of the stream. `connected` comes first, once. */
export const sessionNewsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected') }),
  z.object({ type: z.literal('session_started'), session: sessionSchema }),
  z.object({ type: z.literal('new_prompt'), session: sessionSchema, prompt: promptSchema }),
  /** The texts of the tool call are cut. */
  z.object({ type: z.literal('new_observation'), session: sessionSchema, observation: observationSchema }),
  z.object({ type: z.literal('new_summary'), session: sessionSchema, summary: sessionSummarySchema }),
  /** A model has checked or corrected the summary, or that was undone. */
  z.object({ type: z.literal('summary_changed'), session: sessionSchema, summary: sessionSummarySchema }),
  z.object({ type: z.literal('session_completed'), session: sessionSchema }),
  /** Records of past sessions were imported, so clients must reload their lists. */
  z.object({ type: z.literal('sessions_imported') }),
]);
export type SessionNews = z.infer<typeof sessionNewsSchema>;
