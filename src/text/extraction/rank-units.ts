import type { Sentence } from '#text/sentences.ts';
import { splitWords } from '#text/words.ts';
import { measureShape, measureUnits } from './features.ts';
import { opensUnresolved, withoutSpeaker } from './openings.ts';
import { weighTerms } from './term-importance.ts';
import { buildUnits, CHARACTERS_PER_WORD, type Unit } from './units.ts';
import { termWeights, unitWeights } from './weights.ts';

type RankedUnits = {
  units: Unit[];
  /** How much each unit tells of the text. */
  scores: Float64Array;
  /** Whether a unit cannot be understood without the one before it. */
  dependent: boolean[];
  /** How much each term of the text matters. */
  importance: Float64Array;
};

type RankOptions = { sentences: readonly Sentence[]; language: string; title?: string | undefined };

// A unit with fewer content words than this says little by itself.
const FEWEST_TERMS = 3;

/** Scores the sentences and short turns of a text by how much they tell of it. */
export function rankUnits(text: string, { sentences, language, title }: RankOptions): RankedUnits {
  const document = buildUnits(text, sentences, language);
  const headings = document.headings.slice(0, 3).map((heading) => heading.text);
  const topic = topicTerms([title ?? '', ...headings], language);
  const shape = measureShape(document);
  const importance = weighTerms(document.units, document.termCount, termWeights(shape));
  const rows = measureUnits(document, { language, topic, importance });
  const weights = unitWeights(shape);
  return {
    units: document.units,
    scores: Float64Array.from(rows, (row, at) => scoreOf(row, weights) - fragmentPenalty(document.units[at])),
    dependent: document.units.map((unit) => isDependent(unit, language)),
    importance,
  };
}

function scoreOf(row: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < row.length; k++) sum += (row[k] ?? 0) * (weights[k] ?? 0);
  return sum;
}

/** Greetings, sign-offs and lead-ins ("Run this:") are taken only where there is little else. */
function fragmentPenalty(unit: Unit | undefined): number {
  if (unit === undefined) return 0;
  const fewest = unit.size < unit.length ? FEWEST_TERMS * CHARACTERS_PER_WORD : FEWEST_TERMS;
  return unit.terms.length <= fewest - 1 || /[:：,，]\s*$/u.test(unit.text) ? 0.3 : 0;
}

function isDependent(unit: Unit, language: string): boolean {
  return opensUnresolved(unit.kind === 'turn' ? withoutSpeaker(unit.text) : unit.text, language);
}

function topicTerms(texts: readonly string[], language: string): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const word of splitWords(text, language)) if (!word.light) terms.add(word.term);
  }
  return terms;
}
