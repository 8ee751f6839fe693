import { z } from 'zod';
import { entryIdSchema } from './entry.ts';
import { timestampSchema } from './ids.ts';
import { detailLevelSchema, languageSchema } from './language.ts';

/** What the reader chose since the app was opened, for all entries alike; null where nothing was chosen. */
const sessionValuesSchema = z.object({
  targetLanguage: languageSchema.nullable(),
  detailLevel: detailLevelSchema.nullable(),
  autoSummary: z.boolean(),
  /** Entries whose summary was cleared or stopped: auto-summary does not create another one. */
  leftAlone: z.array(entryIdSchema),
});
export type SessionValues = z.infer<typeof sessionValuesSchema>;

/** `changedAt` is 0 where nothing was ever chosen. */
const sessionStateSchema = z.object({ changedAt: timestampSchema, values: sessionValuesSchema });
export type SessionState = z.infer<typeof sessionStateSchema>;

/** What a tab keeps of it; `leftAt` is null while its page is open. */
export const keptSessionSchema = z.object({ state: sessionStateSchema, leftAt: timestampSchema.nullable() });

/** A new tab asks; tabs with a newer state answer. Both messages carry the sender's state. */
export const sessionMessageSchema = z.object({ type: z.enum(['ask', 'tell']), state: sessionStateSchema });
export type SessionMessage = z.infer<typeof sessionMessageSchema>;
