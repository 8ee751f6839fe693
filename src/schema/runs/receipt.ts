import { z } from 'zod';
import { languageSchema } from '#schema/language.ts';
import { groundingFlagKinds, groundingFlagReasons, groundingStates } from './grounding.ts';

export const receiptFormats = ['md', 'html', 'json'] as const;
export const receiptFormatSchema = z.enum(receiptFormats);
export type ReceiptFormat = z.infer<typeof receiptFormatSchema>;

/** The languages that the labels of a receipt can be in: those of the web app. */
export const receiptLanguages = ['en', 'zh-Hans'] as const;
export const receiptLanguageSchema = z.enum(receiptLanguages);
export type ReceiptLanguage = z.infer<typeof receiptLanguageSchema>;

export interface ReceiptForm {
  format: ReceiptFormat;
  /** Of the labels. JSON has none. */
  language: ReceiptLanguage;
}

/** A receipt with 2,000 sentences and their passages has about 3 million. */
export const maxReceiptCharacters = 4_000_000;
const maxSentences = 10_000;
export const maxReceiptPassages = 10;

const verdictSchema = z.enum(groundingStates);

export const receiptFindingSchema = z.object({
  kind: z.enum(groundingFlagKinds),
  reason: z.enum(groundingFlagReasons),
  /** The words of the summary. */
  detail: z.string(),
  /** The words of the source that conflict with them; null: there are none. */
  said: z.string().nullable(),
});
export type ReceiptFinding = z.infer<typeof receiptFindingSchema>;

export const receiptSentenceSchema = z.object({
  text: z.string(),
  verdict: verdictSchema,
  decidedBy: z.enum(['rules', 'model']),
  /** Who decided, where that is not the model of the check. */
  model: z.string().nullable().optional(),
  /** The verdict of the rules where a model changed it; otherwise null. */
  rules: verdictSchema.nullable(),
  /** The model's, in its own words; empty if no model checked the sentence or it gave no reason. */
  reason: z.string(),
  /** What the sentence was compared with, word for word, best first. */
  passages: z.array(z.string()).max(maxReceiptPassages),
  findings: z.array(receiptFindingSchema),
});
export type ReceiptSentence = z.infer<typeof receiptSentenceSchema>;

/** What all versions of the format have in common. */
export const receiptVersionSchema = z.object({ precisReceipt: z.int() });

/** A summary with the verdict on each sentence, the passages they rest on and a hash of the source. */
export const receiptSchema = z.object({
  precisReceipt: z.literal(1),
  /** The language of what a file shows around its texts. Absent: English, or it shows nothing. */
  labels: receiptLanguageSchema.optional(),
  title: z.string(),
  source: z.object({
    /** Null: the source was a file, a pasted text or standard input. */
    url: z.string().nullable(),
    title: z.string().nullable(),
    /** Of the text that was checked, as UTF-8. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 hash: 64 digits and letters from a to f.'),
    /** UTF-16 code units. */
    characters: z.int().nonnegative(),
  }),
  summary: z.object({
    text: z.string(),
    language: languageSchema.nullable(),
    /** `offline` for the built-in model. */
    model: z.string().nullable(),
    madeAt: z.iso.datetime(),
  }),
  /** Rules check every summary; `model` is the one that checked it too, if its name is known. */
  check: z.object({ by: z.enum(['rules', 'model']), model: z.string().nullable() }),
  sentences: z.array(receiptSentenceSchema).max(maxSentences),
});
export type Receipt = z.infer<typeof receiptSchema>;
