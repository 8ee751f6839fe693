import { z } from 'zod';

/** Made from a paragraph's markup alone, so that a translation never stands beside another text. */
export const paragraphKeySchema = z
  .string()
  .regex(/^[\da-z]{1,11}$/, 'Enter the key of a paragraph, as the translation lists it.');

/** What a rule noticed about a translated paragraph. */
export const translationMarkKinds = [
  'number',
  'date',
  'name',
  'negation',
  'untranslated',
  'language',
  'length',
  'glossary',
  'markup',
] as const;
export const translationMarkSchema = z.object({
  kind: z.enum(translationMarkKinds),
  /** The words it is about, as they stand in `side`; empty: the whole paragraph. */
  words: z.string(),
  side: z.enum(['source', 'target']),
  /** Of a glossary mark: how the settings want the term to be rendered. */
  expected: z.string().optional(),
});
export type TranslationMark = z.infer<typeof translationMarkSchema>;

/**
 * Why a paragraph has no translation, though it was asked for twice: the model left it out, declined, answered in
 * another language, gave the text of another paragraph, or lost the form.
 */
export const translationProblems = ['missing', 'refused', 'language', 'misplaced', 'form'] as const;
export type TranslationProblem = (typeof translationProblems)[number];

export const translatedParagraphSchema = z.object({
  key: paragraphKeySchema,
  /** With the numbered markers of the source; null: not translated. */
  text: z.string().nullable(),
  problem: z.enum(translationProblems).nullable(),
  marks: z.array(translationMarkSchema),
});
export type TranslatedParagraph = z.infer<typeof translatedParagraphSchema>;

const languageOrAny = 'Use a language code such as en, zh-Hans or pt-BR, or * for any language.';

export const glossaryTermSchema = z.object({
  /** The language of the term; `*`: any. */
  from: z.string().regex(/^(?:\*|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4})$/, languageOrAny),
  /** The language that it is translated into; `*`: any. */
  to: z.string().regex(/^(?:\*|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4})$/, languageOrAny),
  term: z.string().trim().min(1).max(200),
  /** Null: keep the term as it is. */
  rendering: z.string().trim().min(1).max(200).nullable(),
});
export type GlossaryTerm = z.infer<typeof glossaryTermSchema>;
