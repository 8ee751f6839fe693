import { z } from 'zod';
import {
  type GroundedSentence,
  type Grounding,
  type GroundingFlag,
  type GroundingState,
  type ModelCheck,
  opinionSchema,
  spanSchema,
} from './grounding.ts';

/** An opinion with its sentence, and with the wrong words of that sentence if the model named any. */
export const sentenceOpinionSchema = spanSchema.extend({
  opinion: opinionSchema,
  wrong: spanSchema.nullable(),
});
export type SentenceOpinion = z.infer<typeof sentenceOpinionSchema>;

export const sentenceOpinionsSchema = z.array(sentenceOpinionSchema);

/** The kinds of finding that are certain. A model's opinion cannot overrule them. */
const firm: ReadonlySet<GroundingFlag['kind']> = new Set(['number', 'unit', 'currency', 'date', 'quote']);

/** Combines the verdicts of the rules with those of a model. Opinions on other sentences are ignored. */
export function applyOpinions(grounding: Grounding, opinions: readonly SentenceOpinion[]): Grounding {
  const byPlace = new Map(opinions.map((one) => [placeOf(one), one]));
  return {
    ...grounding,
    sentences: grounding.sentences.map((sentence) => {
      const found = byPlace.get(placeOf(sentence));
      return found === undefined ? sentence : withOpinion(withoutOpinion(sentence), found);
    }),
  };
}

/**
 * Moves opinions on an earlier text to the sentences that are still in it. Only opinions that rest on a passage move,
 * because a source that has grown may now have what was not found.
 */
export function carryOpinions(
  before: { text: string; opinions: readonly SentenceOpinion[] },
  now: { text: string; sentences: readonly { start: number; end: number }[] },
): SentenceOpinion[] {
  const byWords = new Map(
    before.opinions
      .filter(({ opinion: { passages, state } }) => passages.length > 0 && isDecided(state))
      .map((one) => [before.text.slice(one.start, one.end), one]),
  );
  return now.sentences.flatMap(({ start, end }) => {
    const found = byWords.get(now.text.slice(start, end));
    if (found === undefined) return [];
    const shift = start - found.start;
    const wrong = found.wrong && { start: found.wrong.start + shift, end: found.wrong.end + shift };
    return [{ ...found, start, end, wrong }];
  });
}

/** Returns the model that gave an opinion, or null if it is unknown. */
export function modelOf(
  { model }: Pick<SentenceOpinion['opinion'], 'model'>,
  check: Pick<ModelCheck, 'model'> | undefined,
): string | null {
  return model === undefined ? (check?.model ?? null) : model;
}

function isDecided(state: GroundingState): boolean {
  return state === 'supported' || state === 'contradicted';
}

/** Restores the verdict of the rules alone. */
export function withoutOpinion({ opinion, ...sentence }: GroundedSentence): GroundedSentence {
  if (opinion === undefined) return sentence;
  return { ...sentence, state: opinion.rules, flags: sentence.flags.filter(({ kind }) => kind !== 'claim') };
}

function withOpinion(sentence: GroundedSentence, { opinion, wrong }: SentenceOpinion): GroundedSentence {
  const state = weigh(sentence, opinion.state);
  const judged = { ...sentence, state, opinion: { ...opinion, rules: sentence.state } };
  const isOwnDoubt = state === opinion.state && state !== sentence.state;
  if (!isOwnDoubt || (state !== 'contradicted' && state !== 'not-found')) return judged;
  const [source] = opinion.passages;
  const flag: GroundingFlag = {
    kind: 'claim',
    reason: state === 'contradicted' ? 'elsewhere' : 'missing',
    ...(wrong ?? { start: sentence.start, end: sentence.end }),
    ...(source !== undefined && state === 'contradicted' && { source }),
  };
  return { ...judged, flags: [...sentence.flags, flag] };
}

/**
 * Combines two verdicts. A doubt always counts more than support. A model may turn a finding of the rules to
 * undecided, but never to supported. It may not do so for findings about numbers, dates or quotations.
 */
function weigh({ state: rules, flags }: GroundedSentence, model: GroundingState): GroundingState {
  if (model === 'undecided' || model === rules) return rules;
  if (rules === 'undecided' || rules === 'supported') return model;
  if (model !== 'supported') return 'contradicted';
  return flags.some(({ kind }) => firm.has(kind)) ? rules : 'undecided';
}

function placeOf({ start, end }: { start: number; end: number }): string {
  return `${start}-${end}`;
}
