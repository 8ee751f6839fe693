import { z } from 'zod';
import { entryIdSchema } from '#schema/entry.ts';
import { modelProfileIdSchema, runIdSchema, timestampSchema } from '#schema/ids.ts';
import { languageSchema, targetLanguageSchema } from '#schema/language.ts';
import { runSchema } from '#schema/runs/run.ts';
import { maxSourceCharacters } from '#schema/text/entered-text.ts';
import { paragraphKeySchema, translatedParagraphSchema } from './translation.ts';

/** Omitted language: the one of the settings. */
export const translationQuerySchema = z.object({ targetLanguage: targetLanguageSchema.optional() });

export const translateEntryRequestSchema = z.object({
  targetLanguage: targetLanguageSchema.optional(),
  /** Also what is translated already. It is replaced when the run has succeeded or was aborted. */
  again: z.boolean().optional(),
  /** Only these paragraphs, again. */
  keys: z.array(paragraphKeySchema).min(1).max(5000).optional(),
  /** Even if the article seems to be in that language. */
  anyway: z.boolean().optional(),
});
export type TranslateEntryRequest = z.infer<typeof translateEntryRequestSchema>;

export const translateTextRequestSchema = z.object({
  /** HTML, as `POST /api/pages` gives it. */
  html: z.string().max(maxSourceCharacters),
  title: z.string().max(1000).optional(),
  targetLanguage: targetLanguageSchema.optional(),
  /** A profile for this run only; it replaces the models of the settings, fallback included. */
  modelProfileId: modelProfileIdSchema.optional(),
  /** Even if the text seems to be in that language. */
  anyway: z.boolean().optional(),
});
export type TranslateTextRequest = z.infer<typeof translateTextRequestSchema>;

export const translatedTextSchema = z.object({
  /** The translated article as a model reads it, without its title; null while it is not complete. */
  text: z.string().nullable(),
});

/** Who translated, and what it took, over all runs whose paragraphs are shown. */
const translationMakerSchema = z.object({
  runId: runIdSchema,
  provider: z.string().nullable(),
  model: z.string().nullable(),
  costUsd: z.number().nonnegative().nullable(),
  /** False: a call was aborted, and has not reported what it used. */
  isCostComplete: z.boolean(),
  durationMs: z.int().nonnegative().nullable(),
  finishedAt: timestampSchema.nullable(),
});

export const entryTranslationSchema = z.object({
  targetLanguage: languageSchema,
  /** Of the article; null if unknown. */
  sourceLanguage: languageSchema.nullable(),
  /** Paragraphs of the article as it is now, the title included; equal ones count once. */
  total: z.int().nonnegative(),
  /** How many of them have a translation. */
  translated: z.int().nonnegative(),
  titleKey: paragraphKeySchema.nullable(),
  /** In the order of the article. Those never asked for are left out. */
  paragraphs: z.array(translatedParagraphSchema),
  /** The languages that something is stored in. */
  languages: z.array(
    z.object({
      targetLanguage: languageSchema,
      paragraphs: z.int().nonnegative(),
      /** Whether every paragraph of the article as it is now was translated, or asked for in vain. */
      isComplete: z.boolean(),
      updatedAt: timestampSchema,
    }),
  ),
  /** Queued or running, so that a reload finds it again. */
  active: runSchema.nullable(),
  /** The newest run, if it failed. */
  failed: runSchema.nullable(),
  /** Of the newest run that translated; null if none is stored. */
  maker: translationMakerSchema.nullable(),
  /** Whether the template has been edited since the translation was complete. */
  templateChanged: z.boolean(),
  /** False: only the offline model is there, which cannot translate. */
  canTranslate: z.boolean(),
});
export type EntryTranslation = z.infer<typeof entryTranslationSchema>;

export const clearedTranslationsSchema = z.object({
  /** Paragraphs. */
  deleted: z.int().nonnegative(),
  /** Undoes it for some minutes; null if there was nothing to clear. */
  undoId: z.string().nullable(),
});
export type ClearedTranslations = z.infer<typeof clearedTranslationsSchema>;

export const restoreTranslationsRequestSchema = z.object({ undoId: z.string().min(1).max(100) });
export const restoredTranslationsSchema = z.object({ restored: z.int().nonnegative() });

export const translateTitlesRequestSchema = z.object({
  entryIds: z.array(entryIdSchema).min(1).max(200),
  targetLanguage: targetLanguageSchema.optional(),
});
export type TranslateTitlesRequest = z.infer<typeof translateTitlesRequestSchema>;

/** Ids separated by commas. */
export const titlesQuerySchema = z.object({
  targetLanguage: targetLanguageSchema.optional(),
  ids: z
    .string()
    .max(4000)
    .regex(/^(?:[1-9]\d{0,14}(?:,[1-9]\d{0,14})*)?$/, 'Enter numbers with commas between them.')
    .transform((text) =>
      text
        .split(',')
        .filter((id) => id !== '')
        .map(Number),
    )
    .pipe(z.array(entryIdSchema).max(500)),
});
export type TitlesQuery = z.infer<typeof titlesQuerySchema>;

export const translatedTitlesSchema = z.object({
  targetLanguage: languageSchema,
  /** Those whose title is as it was when it was translated. */
  titles: z.array(z.object({ id: entryIdSchema, text: z.string() })),
  canTranslate: z.boolean(),
});
export type TranslatedTitles = z.infer<typeof translatedTitlesSchema>;

export const exportFormats = ['md', 'html', 'txt'] as const;
export const exportFormatSchema = z.enum(exportFormats);
export const exportLayoutSchema = z.enum(['original', 'both', 'translation']);
export const exportEntryQuerySchema = z.object({
  format: exportFormatSchema.default('md'),
  /** `translation`: paragraphs without one stay as they are. */
  layout: exportLayoutSchema.default('original'),
  targetLanguage: targetLanguageSchema.optional(),
});
export type ExportEntryQuery = z.infer<typeof exportEntryQuerySchema>;
