import { z } from 'zod';

/** The key is made from a paragraph's markup alone, so a translation never appears beside another text. */
export const paragraphKeySchema = z
  .string()
  .regex(/^[\da-z]{1,11}$/, 'Enter the key of a paragraph, as the translation lists it.');

/** What a rule noticed about a translated paragraph. */
export const translationMarkKinds = [
  'number',
  'date',
  'name',
  'negation',
  'opposite',
  'condition',
  'sentence',
  'untranslated',
  'language',
  'length',
  'glossary',
  'markup',
] as const;
export const translationMarkSchema = z.object({
  kind: z.enum(translationMarkKinds),
  /**
   * The words that the mark is about, as they are in `side`. If they are empty, the mark is about the whole
   * paragraph.
   */
  words: z.string(),
  side: z.enum(['source', 'target']),
  /** The rendering of the term that the settings require, for a glossary mark. */
  expected: z.string().optional(),
});
export type TranslationMark = z.infer<typeof translationMarkSchema>;

/**
 * Why a paragraph has no translation although it was asked for twice. The model left it out, declined, answered in
 * another language, returned the text of another paragraph, or lost the form.
 */
export const translationProblems = ['missing', 'refused', 'language', 'misplaced', 'form'] as const;
export type TranslationProblem = (typeof translationProblems)[number];

export const translatedParagraphSchema = z.object({
  key: paragraphKeySchema,
  /** The translation with the numbered markers of the source, or null if there is none. */
  text: z.string().nullable(),
  problem: z.enum(translationProblems).nullable(),
  marks: z.array(translationMarkSchema),
});
export type TranslatedParagraph = z.infer<typeof translatedParagraphSchema>;

const languageOrAny = 'Use a language code such as en, zh-Hans or pt-BR, or * for any language.';

export const glossaryTermSchema = z.object({
  /** The language of the term; `*` means any. */
  from: z.string().regex(/^(?:\*|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4})$/, languageOrAny),
  /** The language that the term is translated into; `*` means any. */
  to: z.string().regex(/^(?:\*|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4})$/, languageOrAny),
  term: z.string().trim().min(1).max(200),
  /** Null means that the term stays as it is. */
  rendering: z.string().trim().min(1).max(200).nullable(),
});
export type GlossaryTerm = z.infer<typeof glossaryTermSchema>;
