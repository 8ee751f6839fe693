import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';

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
  /** What a model says is wrong; all others are found by rules. */
  'claim',
] as const;

/** Not in the source at all, in it but about something else, or turned into its opposite. */
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
  /** In its own words, in one line; empty: it gave none. */
  reason: z.string(),
  /** The places in the source it refers to, and the words of the first. */
  passages: z.array(spanSchema),
  quote: z.string(),
  /** Who gave it. Absent: the model of the check. */
  model: z.string().nullable().optional(),
});

/** Offsets are UTF-16 positions: of sentences and flags in the summary, of support in the source text. */
export const groundedSentenceSchema = spanSchema.extend({
  state: groundingStateSchema,
  support: z.array(spanSchema),
  flags: z.array(groundingFlagSchema),
  /** Only where a model checked the sentence too. `rules` is the verdict without it. */
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
  /** Sentences that it gave a verdict on. */
  sentences: offset,
});
export type ModelCheck = z.infer<typeof modelCheckSchema>;

export const groundingSchema = z.object({
  /** How closely the whole follows the source, from 0 to 1. Null for checks stored before this field existed. */
  score: z.number().min(0).max(1).optional(),
  sentences: z.array(groundedSentenceSchema),
  /** Absent: checked by rules alone. */
  check: modelCheckSchema.optional(),
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

/** A word that is merely new is not a finding: its sentence is undecided. */
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

/** What is wrong with a detail, in one line; null if nothing is. */
export function describeFinding({ kind, reason, detail, said }: Finding): string | null {
  const name = kinds[kind];
  if (name === null) return null;
  const shown = said === null ? '' : oneLine(said);
  return `${name} “${oneLine(detail)}”${shown === '' ? reasons[reason] : `: the source says “${shown}”`}`;
}

/** The verdicts that occur, in one line without a full stop. */
export function describeCounts(counts: Omit<GroundingCounts, 'flags'>): string {
  const parts = [
    `${counts.supported} of ${counts.sentences} sentences supported`,
    counts.contradicted > 0 ? `${counts.contradicted} contradicted` : null,
    counts.notFound > 0 ? `${counts.notFound} not found` : null,
    counts.undecided > 0 ? `${counts.undecided} undecided` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Without characters that control a terminal or turn the direction of text: a fetched page must not steer either. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
