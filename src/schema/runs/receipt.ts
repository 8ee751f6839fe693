import { z } from 'zod';
import { languageSchema } from '#schema/language.ts';
import {
  detailCountsSchema,
  type GroundingState,
  groundingFlagKinds,
  groundingFlagReasons,
  groundingStates,
  type OpinionState,
  opinionStates,
} from './grounding.ts';

export const receiptFormats = ['md', 'html', 'json'] as const;
export const receiptFormatSchema = z.enum(receiptFormats);
export type ReceiptFormat = z.infer<typeof receiptFormatSchema>;

/** The languages of a receipt's labels, which are those of the web app. */
export const receiptLanguages = ['en', 'zh-Hans'] as const;
export const receiptLanguageSchema = z.enum(receiptLanguages);
export type ReceiptLanguage = z.infer<typeof receiptLanguageSchema>;

export interface ReceiptForm {
  format: ReceiptFormat;
  /** The language of the labels. JSON has none. */
  language: ReceiptLanguage;
}

/** A receipt with 2,000 sentences and their passages has about 3 million characters. */
export const maxReceiptCharacters = 4_000_000;
const maxSentences = 10_000;
export const maxReceiptPassages = 10;

/** The verdicts of version 1 have the names that models still use. */
const verdictSchema = z.enum([...groundingStates, ...opinionStates]);
export type ReceiptVerdict = GroundingState | OpinionState;

export const receiptFindingSchema = z.object({
  kind: z.enum(groundingFlagKinds),
  reason: z.enum(groundingFlagReasons),
  /** The words of the summary. */
  detail: z.string(),
  /** The words of the source that conflict with them, or null if there are none. */
  said: z.string().nullable(),
});
export type ReceiptFinding = z.infer<typeof receiptFindingSchema>;

export const receiptSentenceSchema = z.object({
  text: z.string(),
  verdict: verdictSchema,
  decidedBy: z.enum(['rules', 'model', 'person']),
  /** The model that decided, if it is not the model of the check. */
  model: z.string().nullable().optional(),
  /** The verdict of the rules if a model or a person changed it, otherwise null. */
  rules: verdictSchema.nullable(),
  /** The model's reason in its own words. It is empty if no model checked the sentence or it gave no reason. */
  reason: z.string(),
  /** The passages that the sentence was compared with, word for word, best first. */
  passages: z.array(z.string()).max(maxReceiptPassages),
  findings: z.array(receiptFindingSchema),
});
export type ReceiptSentence = z.infer<typeof receiptSentenceSchema>;

/** What all versions of the format have in common. */
export const receiptVersionSchema = z.object({ precisReceipt: z.int() });

/** A summary with the verdict on each sentence, the passages behind the verdicts, and a hash of the source. */
export const receiptSchema = z.object({
  precisReceipt: z.literal([1, 2]),
  /** The language of the labels in a file. If it is absent, the labels are English or there are none. */
  labels: receiptLanguageSchema.optional(),
  title: z.string(),
  source: z.object({
    /** Null means that the source was a file, a pasted text or standard input. */
    url: z.string().nullable(),
    title: z.string().nullable(),
    /** The hash of the checked text in UTF-8. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 hash: 64 digits and letters from a to f.'),
    /** The length in UTF-16 code units. */
    characters: z.int().nonnegative(),
  }),
  summary: z.object({
    text: z.string(),
    language: languageSchema.nullable(),
    /** The name of the model, which is `offline` for the built-in model. */
    model: z.string().nullable(),
    madeAt: z.iso.datetime(),
  }),
  /**
   * Who checked the summary. Rules check every summary, and `model` names the model that checked it too, if known.
   */
  check: z.object({ by: z.enum(['rules', 'model']), model: z.string().nullable() }),
  /** The verdicts of rules on numbers, dates, names and quotations. Version 1 has none. */
  details: detailCountsSchema.optional(),
  sentences: z.array(receiptSentenceSchema).max(maxSentences),
  /** SHA-256 of all other fields, which shows an edit of the data alone. Version 1 has none. */
  seal: z.string().optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;
