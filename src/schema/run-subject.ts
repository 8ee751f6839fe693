import { z } from 'zod';
import { historianInputSchemas } from './conversation-input.ts';
import { sessionInputSchema } from './session.ts';
import { foldInputSchema, replyInputSchema, titleInputSchema } from './thread-input.ts';

/** What a run is about beyond its text, by its task. */
export const runSubjectSchema = z.discriminatedUnion('kind', [
  foldInputSchema,
  replyInputSchema,
  titleInputSchema,
  ...historianInputSchemas,
  sessionInputSchema,
]);
