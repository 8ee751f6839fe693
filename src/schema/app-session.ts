import { z } from 'zod';
import { summarizedTexts } from '#schema/runs/summary.ts';
import { entryIdSchema } from './entry.ts';
import { timestampSchema } from './ids.ts';
import { detailLevelSchema, languageSchema } from './language.ts';

/** Where a translated paragraph stands: under its source, beside it, or in its place. */
export const translationLayouts = ['under', 'beside', 'alone'] as const;
export type TranslationLayout = (typeof translationLayouts)[number];

/** What the reader chose since the app was opened, for all entries alike; null where nothing was chosen. */
const sessionValuesSchema = z.object({
  targetLanguage: languageSchema.nullable(),
  detailLevel: detailLevelSchema.nullable(),
  autoSummary: z.boolean(),
  /** Entries whose summary was cleared or stopped: auto-summary does not create another one. */
  leftAlone: z.array(entryIdSchema),
  translationLanguage: languageSchema.nullable(),
  translationLayout: z.enum(translationLayouts),
  /** Whether articles that are translated show it. */
  translationShown: z.boolean(),
  /** Whether lists show translated titles. */
  titlesTranslated: z.boolean(),
  /** Which text of a translated article summaries are made from. */
  summaryOf: z.enum(summarizedTexts),
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
