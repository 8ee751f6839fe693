import { z } from 'zod';
import {
  type GroundedSentence,
  type Grounding,
  type GroundingFlag,
  type GroundingState,
  type ModelCheck,
  type OpinionState,
  opinionSchema,
  personSchema,
  spanSchema,
} from './grounding.ts';

/** An opinion with its sentence, and with the wrong words of that sentence if the model named any. */
export const sentenceOpinionSchema = spanSchema.extend({
  opinion: opinionSchema,
  wrong: spanSchema.nullable(),
});
export type SentenceOpinion = z.infer<typeof sentenceOpinionSchema>;

export const sentenceOpinionsSchema = z.array(sentenceOpinionSchema);

/** What a person says about a sentence. */
export const sentenceVerdictSchema = spanSchema.extend({ person: personSchema.omit({ otherwise: true }) });
export type SentenceVerdict = z.infer<typeof sentenceVerdictSchema>;

/** What a model and a person say about one text. */
export interface Said {
  opinions: readonly SentenceOpinion[];
  verdicts: readonly SentenceVerdict[];
  /** Null if no model has checked the text. */
  check: ModelCheck | null;
}

/** Combines the verdicts of the rules with those of a model and of a person. */
export function applySaid(grounding: Grounding, { opinions, verdicts, check }: Said): Grounding {
  const checked = { ...applyOpinions(grounding, opinions), ...(check && { check }) };
  const byPlace = new Map(verdicts.map((one) => [placeOf(one), one]));
  return {
    ...checked,
    sentences: checked.sentences.map((sentence) => {
      const found = byPlace.get(placeOf(sentence));
      return found === undefined ? sentence : withPerson(withoutPerson(sentence), found.person);
    }),
  };
}

/** Combines the verdicts of the rules with those of a model. Opinions on other sentences are ignored. */
export function applyOpinions(grounding: Grounding, opinions: readonly SentenceOpinion[]): Grounding {
  const byPlace = new Map(opinions.map((one) => [placeOf(one), one]));
  return {
    ...grounding,
    sentences: grounding.sentences.map((sentence) => {
      const found = byPlace.get(placeOf(sentence));
      if (found === undefined) return sentence;
      const judged = withOpinion(withoutOpinion(sentence), found);
      return sentence.person === undefined ? judged : withPerson(judged, sentence.person);
    }),
  };
}

/** A person decides alone, so their verdict replaces that of rules and model. */
function withPerson(
  sentence: GroundedSentence,
  { verdict, at }: SentenceVerdict['person'],
): GroundedSentence {
  const state = verdict === 'right' ? 'confirmed' : 'wrong';
  return { ...sentence, state, person: { verdict, at, otherwise: sentence.state } };
}

/** Restores the verdict of rules and model. */
export function withoutPerson({ person, ...sentence }: GroundedSentence): GroundedSentence {
  return person === undefined ? sentence : { ...sentence, state: person.otherwise };
}

/** The verdict of a person on a sentence, if there is one. */
export function verdictOf({ person, start, end }: GroundedSentence): SentenceVerdict[] {
  if (person === undefined) return [];
  const { verdict, at } = person;
  return [{ start, end, person: { verdict, at } }];
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

function isDecided(state: OpinionState): boolean {
  return state === 'supported' || state === 'contradicted';
}

/** Restores the verdict of the rules alone. */
export function withoutOpinion(judged: GroundedSentence): GroundedSentence {
  const { opinion, ...sentence } = withoutPerson(judged);
  if (opinion === undefined) return sentence;
  return { ...sentence, state: opinion.rules, flags: sentence.flags.filter(({ kind }) => kind !== 'claim') };
}

function withOpinion(sentence: GroundedSentence, { opinion, wrong }: SentenceOpinion): GroundedSentence {
  const state = weigh(sentence.state, opinion.state);
  const judged = { ...sentence, state, opinion: { ...opinion, rules: sentence.state } };
  if (state === sentence.state || (state !== 'wrong' && state !== 'not-in-the-source')) return judged;
  const [source] = opinion.passages;
  const flag: GroundingFlag = {
    kind: 'claim',
    reason: state === 'wrong' ? 'elsewhere' : 'missing',
    ...(wrong ?? { start: sentence.start, end: sentence.end }),
    ...(source !== undefined && state === 'wrong' && { source }),
  };
  return { ...judged, flags: [...sentence.flags, flag] };
}

/**
 * What a verdict of rules becomes by what a model says. A model can confirm only what rules do not doubt; a doubt of
 * rules that it does not share is not checked. Rules that find a sentence word for word cannot be told that it is
 * missing.
 */
const weighed: Partial<Record<GroundingState, Record<Exclude<OpinionState, 'undecided'>, GroundingState>>> = {
  quoted: { supported: 'quoted', contradicted: 'wrong', 'not-found': 'not-checked' },
  'not-checked': { supported: 'confirmed', contradicted: 'wrong', 'not-found': 'not-in-the-source' },
  'not-in-the-source': {
    supported: 'not-checked',
    contradicted: 'wrong',
    'not-found': 'not-in-the-source',
  },
  different: { supported: 'not-checked', contradicted: 'different', 'not-found': 'different' },
};

function weigh(rules: GroundingState, model: OpinionState): GroundingState {
  return model === 'undecided' ? rules : (weighed[rules]?.[model] ?? rules);
}

function placeOf({ start, end }: { start: number; end: number }): string {
  return `${start}-${end}`;
}
