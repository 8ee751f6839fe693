import { z } from 'zod';
import { historianInputSchemas } from '#schema/conversations/conversation-input.ts';
import { sessionInputSchema } from '#schema/sessions/session.ts';
import { foldInputSchema, replyInputSchema, titleInputSchema } from '#schema/spaces/thread-input.ts';

/** What a run is about beyond its text, by its task. */
export const runSubjectSchema = z.discriminatedUnion('kind', [
  foldInputSchema,
  replyInputSchema,
  titleInputSchema,
  ...historianInputSchemas,
  sessionInputSchema,
]);
