import type { Sentence } from '#text/sentences/sentences.ts';
import { splitWords } from '#text/sentences/words.ts';
import { measureShape, scoreUnits } from './features.ts';
import { weighTerms } from './term-importance.ts';
import { buildUnits, type Unit } from './units.ts';
import { termWeights, unitWeights } from './weights.ts';
import { CHARACTERS_PER_WORD } from './wording.ts';

type RankedUnits = {
  units: Unit[];
  /** How much each unit tells of the text. */
  scores: Float64Array;
  /** Whether a unit cannot be understood without the one before it. */
  dependent: boolean[];
  /** Whether a unit may be chosen for itself. */
  eligible: boolean[];
  /** How much each term of the text matters. */
  importance: Float64Array;
};

type RankOptions = { sentences: readonly Sentence[]; language: string; title?: string | undefined };

// A unit with fewer content words than this says little by itself.
const FEWEST_TERMS = 3;

/** Scores the sentences and short turns of a text by how much they tell of it. */
export function rankUnits(text: string, { sentences, language, title }: RankOptions): RankedUnits {
  const document = buildUnits(text, sentences, language);
  const { units } = document;
  const topic = topicTerms([title ?? '', ...document.headings], language);
  const shape = measureShape(document);
  const importance = weighTerms(units, document.termCount, termWeights(shape));
  const scores = scoreUnits(document, { topic, importance, weights: unitWeights(shape) });
  return {
    units,
    scores: scores.map((score, at) => score - fragmentPenalty(units[at])),
    dependent: units.map(({ wording }) => wording.unresolved),
    eligible: findEligible(units),
    importance,
  };
}

// With less than this share of the words in whole sentences, lines without an end are sentences too.
const FEWEST_IN_SENTENCES = 0.25;
const TITLED_LIST = 2;

/** Which units may be chosen: the first of each wording, and no headings, quoted mail or talk in passing. */
function findEligible(units: readonly Unit[]): boolean[] {
  const first = units.map(({ index, first }) => index === first);
  const telling = units.map(({ wording }, at) => first[at] === true && wording.role === 'matter');
  const own = units.map(({ kind }, at) => telling[at] === true && kind !== 'heading' && kind !== 'quoted');
  if (own.includes(true) && wordsOf(units, own) >= wordsOf(units, telling) * FEWEST_IN_SENTENCES) return own;
  const rest = units.map(
    ({ kind, wording }, at) =>
      first[at] === true &&
      kind !== 'heading' &&
      wording.role !== 'filler' &&
      wording.terms.length >= FEWEST_TERMS,
  );
  // Where titles are all that is left beside a much longer list of hashes or the like, the list is what the text says.
  const titled = units.every(({ kind }, at) => telling[at] !== true || kind === 'heading');
  if (titled && wordsOf(units, rest) > wordsOf(units, telling) * TITLED_LIST) return rest;
  return telling.includes(true) ? telling : first;
}

function wordsOf(units: readonly Unit[], which: readonly boolean[]): number {
  return units.reduce((sum, { wording }, at) => sum + (which[at] === true ? wording.length : 0), 0);
}

/** Greetings, sign-offs and lead-ins ("Run this:") are taken only where there is little else. */
function fragmentPenalty(unit: Unit | undefined): number {
  if (unit === undefined) return 0;
  const { size, length, terms, text } = unit.wording;
  const fewest = size < length ? FEWEST_TERMS * CHARACTERS_PER_WORD : FEWEST_TERMS;
  return terms.length <= fewest - 1 || /[:：,，]\s*$/u.test(text) ? 0.3 : 0;
}

function topicTerms(texts: readonly string[], language: string): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const word of splitWords(text, language)) if (!word.light) terms.add(word.term);
  }
  return terms;
}
