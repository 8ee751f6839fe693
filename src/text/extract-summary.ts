import { measureShape, measureUnits } from './extraction/features.ts';
import { opensUnresolved, withoutSpeaker } from './extraction/openings.ts';
import { selectUnits } from './extraction/select.ts';
import { weighTerms } from './extraction/term-importance.ts';
import { buildUnits, type Unit } from './extraction/units.ts';
import { REDUNDANCY, termWeights, unitWeights } from './extraction/weights.ts';
import { guessLanguage } from './guess-language.ts';
import { splitSentences } from './sentences.ts';
import { primarySubtag } from './stopwords.ts';
import { countWords, isUnspaced, splitWords } from './words.ts';

type ExtractBudget = { words?: number; characters?: number };
export type ExtractDetail = 'short' | 'medium' | 'detailed';

type ExtractOptions = {
  language?: string | undefined;
  budget?: ExtractBudget | undefined;
  detail?: ExtractDetail | undefined;
  title?: string | undefined;
  /** Fills the budget and lets the last sentence run over it, for a caller that cuts the text itself. */
  overrun?: boolean | undefined;
};

type ExtractedSentence = {
  text: string;
  start: number;
  end: number;
  index: number;
};
export type ExtractedSummary = {
  text: string;
  sentences: ExtractedSentence[];
  language: string | undefined;
};

// A unit with fewer content words than this says little by itself.
const FEWEST_TERMS = 3;
const WORDS_BY_DETAIL: Readonly<Record<ExtractDetail, number>> = {
  short: 100,
  medium: 220,
  detailed: 400,
};
// A word takes about 1.6 characters in Chinese and Japanese.
const CHARACTERS_PER_WORD = 1.6;

/** A summary made of the text's own sentences, in reading order, each with its place in the source. */
export function extractSummary(text: string, options: ExtractOptions = {}): ExtractedSummary {
  const language = options.language ?? guessLanguage(text);
  const code = primarySubtag(language ?? 'en');
  const sentences = splitSentences(text, language);
  const document = buildUnits(text, sentences, code);
  const unspaced = isUnspaced(text);
  const topic = topicTerms(
    options.title,
    document.headings.slice(0, 3).map((heading) => heading.text),
    code,
  );
  const shape = measureShape(document);
  const importance = weighTerms(document.units, document.termCount, termWeights(shape));
  const rows = measureUnits(document, { language: code, topic, importance });
  const weights = unitWeights(shape);
  const chosen = selectUnits({
    units: document.units,
    scores: Float64Array.from(rows, (row, at) => scoreOf(row, weights) - fragmentPenalty(document.units[at])),
    dependent: document.units.map((unit) => isDependent(unit, code)),
    importance,
    limit: limitOf(text, options, unspaced),
    lengthOf: (unit) => (options.budget?.characters === undefined ? unit.length : unit.text.length + 1),
    redundancy: REDUNDANCY,
    overrun: options.overrun ?? false,
  });
  return {
    text: joinUnits(chosen, unspaced),
    sentences: chosen.map(({ text, start, end, index }) => ({
      text,
      start,
      end,
      index,
    })),
    language,
  };
}

function scoreOf(row: Float64Array, weights: readonly number[]): number {
  return row.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0);
}

/** Greetings, sign-offs and lead-ins ("Run this:") are taken only where there is nothing else. */
function fragmentPenalty(unit: Unit | undefined): number {
  if (unit === undefined) return 0;
  const fewest = unit.size < unit.length ? FEWEST_TERMS * CHARACTERS_PER_WORD : FEWEST_TERMS;
  return unit.terms.length <= fewest - 1 || /[:：,，]\s*$/u.test(unit.text) ? 0.5 : 0;
}

/** Sentences follow each other, turns and list items stand on lines of their own; wrapped lines are made one. */
function joinUnits(units: readonly Unit[], unspaced: boolean): string {
  let text = '';
  units.forEach((unit, at) => {
    const apart = [unit, units[at - 1]].some((other) => other?.kind === 'turn' || other?.kind === 'item');
    if (at > 0) text += apart ? '\n' : unspaced ? '' : ' ';
    text += unit.text.replace(/\s+/gu, ' ');
  });
  return text;
}

function isDependent(unit: Unit, language: string): boolean {
  return opensUnresolved(unit.kind === 'turn' ? withoutSpeaker(unit.text) : unit.text, language);
}

function topicTerms(title: string | undefined, headings: readonly string[], language: string): Set<string> {
  const terms = new Set<string>();
  for (const text of [title ?? '', ...headings]) {
    for (const word of splitWords(text, language)) if (!word.light) terms.add(word.term);
  }
  return terms;
}

/** The budget in the units of `lengthOf`; a default never takes more than half of the source. */
function limitOf(text: string, { budget, detail = 'medium' }: ExtractOptions, unspaced: boolean): number {
  if (budget?.characters !== undefined) return Math.max(1, budget.characters);
  if (budget?.words !== undefined) return Math.max(1, budget.words);
  const wanted = WORDS_BY_DETAIL[detail] * (unspaced ? CHARACTERS_PER_WORD : 1);
  return Math.max(1, Math.min(wanted, countWords(text) / 2));
}
