import { z } from 'zod';

/** Models like to answer with a list, and with null for nothing. */
const field = z.union([
  z.string(),
  z.array(z.string()).transform((lines) => lines.join('\n')),
  z.null().transform(() => ''),
]);

/** The six fields as a model may write them. */
export const sessionAnswerSchema = z.object({
  request: field,
  investigated: field,
  learned: field,
  completed: field,
  next_steps: field,
  notes: field.default(''),
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;
