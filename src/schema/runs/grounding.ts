import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';

const offset = z.int().nonnegative();

/**
 * The verdict on a sentence of a summary. `supported`: a reader who sees the passage agrees. `contradicted`: a detail
 * conflicts with the source. `not-found`: a checkable detail is not in the source. `undecided`: none of these is
 * certain.
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
  /** A statement that a model calls wrong. Rules find all other kinds. */
  'claim',
] as const;

/** Whether a detail is not in the source at all, is about something else there, or is turned into its opposite. */
export const groundingFlagReasons = ['missing', 'elsewhere', 'reversed'] as const;

export const spanSchema = z.object({ start: offset, end: offset });

export const groundingFlagSchema = spanSchema.extend({
  kind: z.enum(groundingFlagKinds),
  reason: z.enum(groundingFlagReasons),
  /** The passage in the source that says otherwise. */
  source: spanSchema.optional(),
});
export type GroundingFlag = z.infer<typeof groundingFlagSchema>;

const groundingStateSchema = z.enum(groundingStates);
export type GroundingState = z.infer<typeof groundingStateSchema>;

/** What a model that checked a sentence says about it. */
export const opinionSchema = z.object({
  state: groundingStateSchema,
  /** The model's reason in its own words, in one line. It is empty if the model gave none. */
  reason: z.string(),
  /** The places in the source that the reason refers to, and the words of the first place. */
  passages: z.array(spanSchema),
  quote: z.string(),
  /** The model that gave the opinion. If it is absent, the model of the check gave it. */
  model: z.string().nullable().optional(),
});

/**
 * A checked sentence. Offsets are UTF-16 positions: in the summary for sentences and flags, in the source text for
 * support.
 */
export const groundedSentenceSchema = spanSchema.extend({
  state: groundingStateSchema,
  support: z.array(spanSchema),
  flags: z.array(groundingFlagSchema),
  /** The field is set only if a model checked the sentence too. `rules` is the verdict without the model. */
  opinion: opinionSchema.extend({ rules: groundingStateSchema }).optional(),
});
export type GroundedSentence = z.infer<typeof groundedSentenceSchema>;

/** The run in which a model checked a text. */
export const modelCheckSchema = z.object({
  runId: runIdSchema,
  provider: z.string().nullable(),
  model: z.string().nullable(),
  at: timestampSchema,
  durationMs: z.int().nonnegative().nullable(),
  costUsd: z.number().nonnegative().nullable(),
  /** The number of sentences that the model gave a verdict on. */
  sentences: offset,
});
export type ModelCheck = z.infer<typeof modelCheckSchema>;

export const groundingSchema = z.object({
  /**
   * How closely the whole summary follows the source, from 0 to 1. It is absent in checks that were stored before
   * this field existed.
   */
  score: z.number().min(0).max(1).optional(),
  sentences: z.array(groundedSentenceSchema),
  /** If it is absent, only rules checked the summary. */
  check: modelCheckSchema.optional(),
});
export type Grounding = z.infer<typeof groundingSchema>;

/** Makes a verdict from flags. One conflict contradicts the sentence, even if other details are only missing. */
export function verdictOf(flags: readonly Pick<GroundingFlag, 'reason'>[]): 'contradicted' | 'not-found' {
  return flags.some(({ reason }) => reason !== 'missing') ? 'contradicted' : 'not-found';
}

/** The result of a check as numbers of sentences. */
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

/** A word that is only new is no finding, because its sentence is undecided. Its name is therefore null. */
const kinds: Record<GroundingFlag['kind'], string | null> = {
  number: 'number',
  unit: 'unit',
  currency: 'currency',
  date: 'date',
  name: 'name',
  role: 'role',
  quantifier: 'quantity',
  negation: 'negation',
  polarity: 'direction',
  quote: 'quotation',
  hedge: 'certainty',
  condition: 'condition',
  comparison: 'comparison',
  order: 'order of events',
  term: null,
  claim: 'statement',
};
const reasons: Record<GroundingFlag['reason'], string> = {
  missing: ' is not in the source',
  elsewhere: ' does not match the source',
  reversed: ': the source says the opposite',
};

interface Finding extends Pick<GroundingFlag, 'kind' | 'reason'> {
  /** The words of the summary. */
  detail: string;
  /** The words of the source that conflict with them. */
  said: string | null;
}

/** Describes what is wrong with a detail, in one line. Returns null if nothing is wrong. */
export function describeFinding({ kind, reason, detail, said }: Finding): string | null {
  const name = kinds[kind];
  if (name === null) return null;
  const shown = said === null ? '' : oneLine(said);
  return `${name} “${oneLine(detail)}”${shown === '' ? reasons[reason] : `: the source says “${shown}”`}`;
}

/** Lists the verdicts that occur, in one line without a full stop. */
export function describeCounts(counts: Omit<GroundingCounts, 'flags'>): string {
  const parts = [
    `${counts.supported} of ${counts.sentences} sentences supported`,
    counts.contradicted > 0 ? `${counts.contradicted} contradicted` : null,
    counts.notFound > 0 ? `${counts.notFound} not found` : null,
    counts.undecided > 0 ? `${counts.undecided} undecided` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/**
 * Removes characters that control a terminal or the direction of text, because a fetched page must not control
 * either.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
