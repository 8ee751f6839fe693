import { z } from 'zod';

/** One question of the Historian; a text that is too long for one call comes in parts. */
const question = {
  /** A reply, or the turns that leave the recent ones. */
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  /** The result of the same task for the parts before this one, and before this turn. */
  previous: z.string().nullable(),
  part: z.int().positive(),
  parts: z.int().positive(),
  /** On the second try: what was wrong with the first answer. */
  correction: z.string().nullable(),
};

export const historianInputSchemas = [
  z.object({ kind: z.literal('turn-summary'), ...question }),
  z.object({ kind: z.literal('history-narrative'), ...question }),
] as const;
export type HistorianInput = z.infer<(typeof historianInputSchemas)[number]>;
