import { z } from 'zod';
import { entryIdSchema } from '#schema/entry.ts';
import { modelProfileIdSchema, runIdSchema, timestampSchema } from '#schema/ids.ts';
import { languageSchema, targetLanguageSchema } from '#schema/language.ts';
import { runSchema } from '#schema/runs/run.ts';
import { maxSourceCharacters } from '#schema/text/entered-text.ts';
import { paragraphKeySchema, translatedParagraphSchema } from './translation.ts';

/** If the language is omitted, the language of the settings applies. */
export const translationQuerySchema = z.object({ targetLanguage: targetLanguageSchema.optional() });

export const translateEntryRequestSchema = z.strictObject({
  targetLanguage: targetLanguageSchema.optional(),
  /**
   * Also translates what is translated already. The old text is replaced when the run has succeeded or was aborted.
   */
  again: z.boolean().optional(),
  /** Translates only these paragraphs, again. */
  keys: z.array(paragraphKeySchema).min(1).max(5000).optional(),
  /** Translates even if the article seems to be in the target language. */
  anyway: z.boolean().optional(),
});
export type TranslateEntryRequest = z.infer<typeof translateEntryRequestSchema>;

export const translateTextRequestSchema = z.strictObject({
  /** The markup in HTML, as `POST /api/pages` returns it. */
  html: z.string().max(maxSourceCharacters),
  title: z.string().max(1000).optional(),
  targetLanguage: targetLanguageSchema.optional(),
  /** A profile for this run only. It replaces all models of the settings, including the fallback. */
  modelProfileId: modelProfileIdSchema.optional(),
  /** Translates even if the text seems to be in the target language. */
  anyway: z.boolean().optional(),
});
export type TranslateTextRequest = z.infer<typeof translateTextRequestSchema>;

export const translatedTextSchema = z.object({
  /** The translated article as a model reads it, without its title. It is null while it is not complete. */
  text: z.string().nullable(),
});

/** Who translated and what it took, over all runs whose paragraphs are shown. */
const translationMakerSchema = z.object({
  runId: runIdSchema,
  provider: z.string().nullable(),
  model: z.string().nullable(),
  costUsd: z.number().nonnegative().nullable(),
  /** The value is false if a call was aborted and has not reported its usage. */
  isCostComplete: z.boolean(),
  durationMs: z.int().nonnegative().nullable(),
  finishedAt: timestampSchema.nullable(),
});

export const entryTranslationSchema = z.object({
  targetLanguage: languageSchema,
  /** The language of the article, or null if it is unknown. */
  sourceLanguage: languageSchema.nullable(),
  /** The number of paragraphs of the present article, including the title. Equal paragraphs count once. */
  total: z.int().nonnegative(),
  /** The number of these paragraphs that have a translation. */
  translated: z.int().nonnegative(),
  titleKey: paragraphKeySchema.nullable(),
  /** The paragraphs in the order of the article, without those that were never asked for. */
  paragraphs: z.array(translatedParagraphSchema),
  /** The languages in which a translation is stored. */
  languages: z.array(
    z.object({
      targetLanguage: languageSchema,
      paragraphs: z.int().nonnegative(),
      /** Whether every paragraph of the present article was translated, or at least asked for. */
      isComplete: z.boolean(),
      updatedAt: timestampSchema,
    }),
  ),
  /** The queued or running run, so that a reload finds it again. */
  active: runSchema.nullable(),
  /** The newest run, if it failed. */
  failed: runSchema.nullable(),
  /** The maker of the newest stored translation, or null if none is stored. */
  maker: translationMakerSchema.nullable(),
  /** Whether the template has been edited since the translation was complete. */
  templateChanged: z.boolean(),
  /** The value is false if there is only the offline model, which cannot translate. */
  canTranslate: z.boolean(),
});
export type EntryTranslation = z.infer<typeof entryTranslationSchema>;

export const clearedTranslationsSchema = z.object({
  /** The number of deleted paragraphs. */
  deleted: z.int().nonnegative(),
  /** The id that undoes the clearing for some minutes, or null if there was nothing to clear. */
  undoId: z.string().nullable(),
});
export type ClearedTranslations = z.infer<typeof clearedTranslationsSchema>;

export const restoreTranslationsRequestSchema = z.object({ undoId: z.string().min(1).max(100) });
export const restoredTranslationsSchema = z.object({ restored: z.int().nonnegative() });

export const translateTitlesRequestSchema = z.strictObject({
  entryIds: z.array(entryIdSchema).min(1).max(200),
  targetLanguage: targetLanguageSchema.optional(),
});
export type TranslateTitlesRequest = z.infer<typeof translateTitlesRequestSchema>;

/** The titles to return. `ids` are separated by commas. */
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
  /** The titles that have not changed since they were translated. */
  titles: z.array(z.object({ id: entryIdSchema, text: z.string() })),
  canTranslate: z.boolean(),
});
export type TranslatedTitles = z.infer<typeof translatedTitlesSchema>;

export const exportFormats = ['md', 'html', 'txt'] as const;
export const exportFormatSchema = z.enum(exportFormats);
export const exportLayoutSchema = z.enum(['original', 'both', 'translation']);
export const exportEntryQuerySchema = z.object({
  format: exportFormatSchema.default('md'),
  /** In the layout `translation`, paragraphs without a translation stay in the original. */
  layout: exportLayoutSchema.default('original'),
  targetLanguage: targetLanguageSchema.optional(),
});
export type ExportEntryQuery = z.infer<typeof exportEntryQuerySchema>;
