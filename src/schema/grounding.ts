import { z } from 'zod';

const offset = z.int().nonnegative();

/** How far a sentence of a summary is borne out by its source. Never a false certainty: the middle state is honest. */
export const groundingStates = ['supported', 'not-verifiable', 'unsupported'] as const;

export const groundingFlagSchema = z.object({
  kind: z.enum([
    'number',
    'unit',
    'currency',
    'date',
    'name',
    'negation',
    'polarity',
    'quantifier',
    'hedge',
    'comparison',
    'order',
    'condition',
    'role',
    'quote',
    'opposite',
    'term',
  ]),
  /** Not in the source at all, in it but about something else, or turned into its opposite. */
  reason: z.enum(['missing', 'elsewhere', 'reversed']),
  start: offset,
  end: offset,
});
export type GroundingFlag = z.infer<typeof groundingFlagSchema>;

/** Offsets are UTF-16 positions: of sentences and flags in the summary, of support in the source text. */
export const groundedSentenceSchema = z.object({
  start: offset,
  end: offset,
  state: z.enum(groundingStates),
  support: z.array(z.object({ start: offset, end: offset })),
  flags: z.array(groundingFlagSchema),
});
export type GroundedSentence = z.infer<typeof groundedSentenceSchema>;

export const groundingSchema = z.object({ sentences: z.array(groundedSentenceSchema) });
export type Grounding = z.infer<typeof groundingSchema>;

/** The grounding of a run in numbers. */
export const groundingCountsSchema = z.object({
  sentences: offset,
  supported: offset,
  notVerifiable: offset,
  unsupported: offset,
  /** Details that the source does not bear out. */
  flags: offset,
});
export type GroundingCounts = z.infer<typeof groundingCountsSchema>;

export function countGrounding({ sentences }: Grounding): GroundingCounts {
  const having = (state: GroundedSentence['state']) =>
    sentences.filter((sentence) => sentence.state === state).length;
  return {
    sentences: sentences.length,
    supported: having('supported'),
    notVerifiable: having('not-verifiable'),
    unsupported: having('unsupported'),
    flags: sentences.reduce((sum, sentence) => sum + sentence.flags.length, 0),
  };
}
