import { z } from 'zod';

/** One question of the Historian; a text that is too long for one call comes in parts. */
export const historianInputSchema = z.object({
  /** A reply, or the turns that leave the recent ones. */
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  /** The result of the same task for the parts before this one, and before this turn. */
  previous: z.string().nullable(),
  part: z.int().positive(),
  parts: z.int().positive(),
  /** On the second try: what was wrong with the first answer. */
  correction: z.string().nullable(),
});
export type HistorianInput = z.infer<typeof historianInputSchema>;
