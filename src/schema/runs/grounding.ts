import { z } from 'zod';

const offset = z.int().nonnegative();

/**
 * The verdict on a sentence of a summary: a reader who sees the passage agrees; a detail conflicts with the source; a
 * checkable detail is not in the source; or none of these is certain.
 */
export const groundingStates = ['supported', 'contradicted', 'not-found', 'undecided'] as const;

export const groundingFlagKinds = [
  'number',
  'unit',
  'currency',
  'date',
  'name',
  'role',
  'quantifier',
  'negation',
  'polarity',
  'quote',
  'hedge',
  'condition',
  'comparison',
  'order',
  'term',
] as const;

const span = z.object({ start: offset, end: offset });

export const groundingFlagSchema = span.extend({
  kind: z.enum(groundingFlagKinds),
  /** Not in the source at all, in it but about something else, or turned into its opposite. */
  reason: z.enum(['missing', 'elsewhere', 'reversed']),
  /** The passage in the source that says otherwise. */
  source: span.optional(),
});
export type GroundingFlag = z.infer<typeof groundingFlagSchema>;

/** Offsets are UTF-16 positions: of sentences and flags in the summary, of support in the source text. */
export const groundedSentenceSchema = span.extend({
  state: z.enum(groundingStates),
  support: z.array(span),
  flags: z.array(groundingFlagSchema),
});
export type GroundedSentence = z.infer<typeof groundedSentenceSchema>;

export const groundingSchema = z.object({
  /** How closely the whole follows the source, from 0 to 1. Null for checks stored before this field existed. */
  score: z.number().min(0).max(1).optional(),
  sentences: z.array(groundedSentenceSchema),
});
export type Grounding = z.infer<typeof groundingSchema>;

/** The verdict from flags: one conflict contradicts the sentence, however many other details are only missing. */
export function verdictOf(flags: readonly Pick<GroundingFlag, 'reason'>[]): 'contradicted' | 'not-found' {
  return flags.some(({ reason }) => reason !== 'missing') ? 'contradicted' : 'not-found';
}

/** The grounding of a run in numbers of sentences. */
export const groundingCountsSchema = z.object({
  sentences: offset,
  supported: offset,
  contradicted: offset,
  notFound: offset,
  undecided: offset,
  /** Details that conflict with the source or are not in it. */
  flags: offset,
});
export type GroundingCounts = z.infer<typeof groundingCountsSchema>;

export function countGrounding({ sentences }: Grounding): GroundingCounts {
  const having = (state: GroundedSentence['state']) =>
    sentences.filter((sentence) => sentence.state === state).length;
  return {
    sentences: sentences.length,
    supported: having('supported'),
    contradicted: having('contradicted'),
    notFound: having('not-found'),
    undecided: having('undecided'),
    flags: sentences.reduce((sum, sentence) => sum + sentence.flags.length, 0),
  };
}
