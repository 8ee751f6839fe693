import { z } from 'zod';
import { runIdSchema, timestampSchema } from '#schema/ids.ts';

const offset = z.int().nonnegative();

/**
 * The verdict on a sentence of a summary. Rules say `quoted` (the source has it word for word), `different` (a detail
 * conflicts with the source) or `not-in-the-source` (a detail is not in it). A model or a person says `confirmed` or
 * `wrong`. `not-checked`: nobody has decided.
 */
export const groundingStates = [
  'quoted',
  'confirmed',
  'different',
  'not-in-the-source',
  'wrong',
  'not-checked',
] as const;

/** What a model says about a sentence. */
export const opinionStates = ['supported', 'contradicted', 'not-found', 'undecided'] as const;

/**
 * The verdict of the rules on a detail of a summary. `found`: the source has the same value for the same owner.
 * `follows`: it is computed from what the source says. `not-checked`: rules cannot tell.
 */
export const detailVerdicts = ['found', 'follows', 'different', 'not-in-the-source', 'not-checked'] as const;
export const detailKinds = ['number', 'date', 'name', 'quote'] as const;

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

/** A number with its unit, a date, a name or a quotation of a summary. */
export const groundingDetailSchema = spanSchema.extend({
  kind: z.enum(detailKinds),
  verdict: z.enum(detailVerdicts),
  /** The place in the source that has it or says otherwise. */
  source: spanSchema.optional(),
});
export type GroundingDetail = z.infer<typeof groundingDetailSchema>;

const groundingStateSchema = z.enum(groundingStates);
export type GroundingState = z.infer<typeof groundingStateSchema>;
export type OpinionState = (typeof opinionStates)[number];

/** What a model that checked a sentence says about it. */
export const opinionSchema = z.object({
  state: z.enum(opinionStates),
  /** The model's reason in its own words, in one line. It is empty if the model gave none. */
  reason: z.string(),
  /** The places in the source that the reason refers to, and the words of the first place. */
  passages: z.array(spanSchema),
  quote: z.string(),
  /** The model that gave the opinion. If it is absent, the model of the check gave it. */
  model: z.string().nullable().optional(),
});

/** What a person says about a sentence. It takes the place of every other verdict. */
export const personVerdicts = ['right', 'wrong'] as const;
export const personSchema = z.object({
  verdict: z.enum(personVerdicts),
  at: timestampSchema,
  /** The verdict without the person. */
  otherwise: groundingStateSchema,
});
export type PersonVerdict = (typeof personVerdicts)[number];

/**
 * A checked sentence. Offsets are UTF-16 positions: in the summary for sentences and flags, in the source text for
 * support.
 */
export const groundedSentenceSchema = spanSchema.extend({
  state: groundingStateSchema,
  support: z.array(spanSchema),
  flags: z.array(groundingFlagSchema),
  /** In the order of the text, without overlaps. Checks of earlier versions have none. */
  details: z.array(groundingDetailSchema),
  /** The field is set only if a model checked the sentence too. `rules` is the verdict without the model. */
  opinion: opinionSchema.extend({ rules: groundingStateSchema }).optional(),
  /** The field is set only if a person gave a verdict. */
  person: personSchema.optional(),
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
  /** The number of sentences that it was asked about. Checks of earlier versions do not have it. */
  asked: offset.optional(),
});
export type ModelCheck = z.infer<typeof modelCheckSchema>;

/** Details for readers that cannot place offsets into the source. */
export function withoutSources(details: readonly GroundingDetail[]): GroundingDetail[] {
  return details.map(({ kind, verdict, start, end }) => ({ kind, verdict, start, end }));
}

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

/** Makes a verdict from flags. One conflict makes the sentence different, even if other details are only missing. */
export function verdictOf(
  flags: readonly Pick<GroundingFlag, 'reason'>[],
): 'different' | 'not-in-the-source' {
  return flags.some(({ reason }) => reason !== 'missing') ? 'different' : 'not-in-the-source';
}

/** Whether the source says otherwise, so that the sentence can be corrected. */
export function isConflict(state: GroundingState): boolean {
  return state === 'different' || state === 'wrong';
}

export function countConflicts({ sentences }: Pick<Grounding, 'sentences'>): number {
  return sentences.filter(({ state }) => isConflict(state)).length;
}

/** Whether rules, a model or a person found something wrong. */
export function isDoubt(state: GroundingState): boolean {
  return isConflict(state) || state === 'not-in-the-source';
}

/** Details by their verdicts. Those that follow from the source count as found. */
export const detailCountsSchema = z.object({
  total: offset,
  found: offset,
  different: offset,
  notInTheSource: offset,
  notChecked: offset,
});
export type DetailCounts = z.infer<typeof detailCountsSchema>;

/** The result of a check as numbers of sentences, and of details. */
export const groundingCountsSchema = z.object({
  sentences: offset,
  quoted: offset,
  confirmed: offset,
  different: offset,
  notInTheSource: offset,
  wrong: offset,
  notChecked: offset,
  details: detailCountsSchema,
  /** How many of the confirmed and the wrong sentences a person decided. Absent if none. */
  byPerson: z.object({ right: offset, wrong: offset }).optional(),
});
export type GroundingCounts = z.infer<typeof groundingCountsSchema>;

export function countGrounding({ sentences }: Pick<Grounding, 'sentences'>): GroundingCounts {
  const byPerson = countVerdicts(sentences.flatMap(({ person }) => person?.verdict ?? []));
  return {
    ...countStates(sentences.map(({ state }) => state)),
    details: countDetails(sentences),
    ...(byPerson && { byPerson }),
  };
}

/** Counts the verdicts of a person, or returns undefined without any. */
export function countVerdicts(verdicts: readonly PersonVerdict[]): GroundingCounts['byPerson'] {
  const right = verdicts.filter((verdict) => verdict === 'right').length;
  return verdicts.length === 0 ? undefined : { right, wrong: verdicts.length - right };
}

export function countStates(
  states: readonly GroundingState[],
): Omit<GroundingCounts, 'details' | 'byPerson'> {
  const having = (state: GroundingState) => states.filter((each) => each === state).length;
  return {
    sentences: states.length,
    quoted: having('quoted'),
    confirmed: having('confirmed'),
    different: having('different'),
    notInTheSource: having('not-in-the-source'),
    wrong: having('wrong'),
    notChecked: having('not-checked'),
  };
}

/** Counts the doubts of rules that a model has lifted from a sentence as not checked. */
function countDetails(sentences: readonly GroundedSentence[]): DetailCounts {
  const verdicts = sentences.flatMap(({ state, details }) =>
    details.map(({ verdict }) =>
      !isDoubt(state) && (verdict === 'different' || verdict === 'not-in-the-source')
        ? 'not-checked'
        : verdict,
    ),
  );
  const having = (verdict: GroundingDetail['verdict']) => verdicts.filter((each) => each === verdict).length;
  return {
    total: verdicts.length,
    found: having('found') + having('follows'),
    different: having('different'),
    notInTheSource: having('not-in-the-source'),
    notChecked: having('not-checked'),
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

interface CheckedTexts {
  /** The summary. */
  text: string;
  /** The source that the places of the flags refer to, or null if they fit no known text. */
  sourceText: string | null;
}

/** Describes what is wrong with the details of a sentence, each in one line. */
export function listFindings(flags: readonly GroundingFlag[], { text, sourceText }: CheckedTexts): string[] {
  return flags.flatMap(({ kind, reason, source, start, end }) => {
    const said = source === undefined ? null : (sourceText?.slice(source.start, source.end) ?? null);
    return describeFinding({ kind, reason, detail: text.slice(start, end), said }) ?? [];
  });
}

/** Lists the verdicts that occur, first on details and then on sentences, in one line without a full stop. */
export function describeCounts({ details, byPerson, ...counts }: GroundingCounts): string {
  const found = details.total === 0 ? [] : [listFound(details)];
  if (counts.sentences === 0) return found.join('');
  const parts = [
    part(counts.quoted, 'quoted'),
    part(counts.confirmed - (byPerson?.right ?? 0), 'confirmed by a model'),
    part(counts.wrong - (byPerson?.wrong ?? 0), 'wrong'),
    part(byPerson?.right ?? 0, 'right, says the reader'),
    part(byPerson?.wrong ?? 0, 'wrong, says the reader'),
    part(counts.different, 'different'),
    part(counts.notInTheSource, 'not in the source'),
    part(counts.notChecked, 'not checked'),
  ];
  const sentences = `${counts.sentences} ${counts.sentences === 1 ? 'sentence' : 'sentences'}`;
  return [...found, `${sentences}: ${parts.flatMap((each) => each ?? []).join(', ')}`].join('; ');
}

function listFound({ total, found, different, notInTheSource, notChecked }: DetailCounts): string {
  return [
    `${found} of ${total} ${total === 1 ? 'detail' : 'details'} found`,
    part(different, 'different'),
    part(notInTheSource, 'not in the source'),
    part(notChecked, 'not checked'),
  ]
    .flatMap((each) => each ?? [])
    .join(', ');
}

function part(count: number, what: string): string | null {
  return count === 0 ? null : `${count} ${what}`;
}

/**
 * Removes characters that control a terminal or the direction of text, because a fetched page must not control
 * either.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
