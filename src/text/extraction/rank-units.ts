import type { Sentence } from '#text/sentences/sentences.ts';
import { splitWords } from '#text/sentences/words.ts';
import { type Bonds, findBonds } from './bonds.ts';
import {
  FEATURES,
  type Feature,
  measureCues,
  measureOpening,
  measureShape,
  type Shape,
  scoreUnits,
} from './features.ts';
import { buildUnits, type Unit } from './units.ts';
import { CHARACTERS_PER_WORD } from './wording.ts';

type RankedUnits = {
  units: Unit[];
  /** How much each unit says about the text. */
  scores: Float64Array;
  /** Whether a unit cannot be understood without the one before it. */
  dependent: boolean[];
  /** Whether a unit, such as a question, says little without the one after it. */
  leading: boolean[];
  /** Whether a unit may be chosen on its own. */
  eligible: boolean[];
  /** How much each term of the text matters. */
  importance: Float64Array;
};

type RankOptions = { sentences: readonly Sentence[]; language: string; title?: string | undefined };

// A unit with fewer content words than this says little by itself.
const FEWEST_TERMS = 3;

/** Scores the sentences and short turns of a text by how much they say about it. */
export function rankUnits(text: string, { sentences, language, title }: RankOptions): RankedUnits {
  const document = buildUnits(text, sentences, language);
  const { units } = document;
  const topic = topicTerms([title ?? '', ...document.headings], language);
  const shape = measureShape(document);
  const importance = weighTerms(units, document.termCount, termWeights(shape));
  const scores = scoreUnits(document, { topic, importance, weights: unitWeights(shape) });
  const cues = measureCues(units, shape, language);
  const opening = measureOpening(units, topic, shape);
  const bonds = findBonds(units, language);
  const subject = subjectOf([title ?? '', ...document.headings]);
  const eligible = findEligible(units);
  return {
    units,
    scores: scores.map(
      (score, at) =>
        score +
        (cues[at] ?? 0) +
        (opening[at] ?? 0) +
        (units[at]?.bonus ?? 0) +
        defines(units[at], subject) -
        fragmentPenalty(units[at]),
    ),
    ...bonds,
    // A heading that asks may come with its answer: "Is it worth it? Yes, on long routes."
    eligible: eligible.map(
      (may, at) => may || (bonds.leading[at] === true && answersHeading(units, bonds, at)),
    ),
    importance,
  };
}

// If less than this share of the words is in whole sentences, lines without a full stop count as sentences too.
const FEWEST_IN_SENTENCES = 0.25;
const TITLED_LIST = 2;

/** Finds the units that may be chosen: the first of each wording, but no headings, quoted mail or filler. */
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
  // If only titles are left beside a much longer list, of hashes for example, the list is what the text says.
  const titled = units.every(({ kind }, at) => telling[at] !== true || kind === 'heading');
  if (titled && wordsOf(units, rest) > wordsOf(units, telling) * TITLED_LIST) return rest;
  return telling.includes(true) ? telling : first;
}

function answersHeading(units: readonly Unit[], { dependent }: Bonds, at: number): boolean {
  return units[at]?.kind === 'heading' && dependent[at + 1] === true;
}

function wordsOf(units: readonly Unit[], which: readonly boolean[]): number {
  return units.reduce((sum, { wording }, at) => sum + (which[at] === true ? wording.length : 0), 0);
}

/**
 * Lowers the score of greetings, sign-offs and lead-ins ("Run this:"), so that they are only chosen where little else
 * is left.
 */
function fragmentPenalty(unit: Unit | undefined): number {
  if (unit === undefined) return 0;
  const { size, length, terms, text } = unit.wording;
  const fewest = size < length ? FEWEST_TERMS * CHARACTERS_PER_WORD : FEWEST_TERMS;
  if (terms.length <= fewest - 1) return 0.3;
  return /[:：,，]\s*$/u.test(text) ? 0.1 : 0;
}

const DEFINING = 0.12;
const LONGEST_NAME = 40;
const IS_A =
  /^(?: \([^()]{1,60}\))? ?(?:(?:is|was|are|were|ist|war|sind|est|était|sont|es|era|son) (?:an?|the|one|eine?|der|die|das|une?|les?|la|un|una|el|los|las)\s|是(?:一|指)|は.{2,80}(?:である|です|だ)。)/iu;

/** The name of what a text is about: its title, if that is short enough for a name. */
function subjectOf(headings: readonly string[]): string {
  const [title = ''] = headings.filter((heading) => heading !== '');
  const name = title.replace(/^#{1,6}\s+/u, '').trim();
  return name.length > LONGEST_NAME ? '' : name;
}

/** What a sentence is worth that says what the subject is: "Gristmill is a tool that …". */
function defines(unit: Unit | undefined, subject: string): number {
  if (unit?.kind !== 'prose' || subject === '') return 0;
  const plain = unit.text.replace(/^[*_]{0,3}the\s/iu, '').replace(/[*_`]/gu, '');
  const named = plain.toLowerCase().startsWith(subject.toLowerCase());
  return named && IS_A.test(plain.slice(subject.length)) ? DEFINING : 0;
}

function topicTerms(texts: readonly string[], language: string): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const word of splitWords(text, language)) if (!word.light) terms.add(word.term);
  }
  return terms;
}

/**
 * The weights of a feature, the same for every text. `base` holds for any text. The other numbers are added in
 * proportion to how spoken, how long, how much in turns and whether unspaced the text is. The numbers come from a
 * ridge regression of precision in words and word pairs against reference summaries. These are of news, dialogs,
 * mail, meetings and papers in three languages; bench/results/quality.md has the results on other documents.
 */
type Row = readonly [base: number, spoken: number, long: number, turns: number, unspaced: number];

/** Weights that estimate how likely a term is to matter. */
const TERMS: Readonly<Record<TermFeature | 'constant', Row>> = {
  frequency: [0.242, 0.029, -0.19, -0.017, 0.016],
  frequent: [0.13, 0.2, 0.262, 0.117, -0.039],
  early: [0.166, 0.009, 0.042, -0.04, -0.149],
  inFirst: [-0.005, -0.013, -0.062, 0.09, 0.067],
  place: [0.012, -0.002, -0.042, 0.023, 0.037],
  spread: [0.053, 0.031, -0.157, 0.024, 0.097],
  name: [0.042, 0.007, -0.054, -0.007, 0.019],
  digit: [0.035, -0.022, 0.029, -0.076, -0.002],
  short: [0.003, 0.051, -0.05, -0.035, 0.053],
  long: [0.001, 0.093, -0.022, -0.005, -0.017],
  company: [0.038, 0.014, 0.019, -0.076, -0.019],
  constant: [-0.033, -0.01, 0.003, 0.079, -0.017],
};

/** Weights that estimate how much of a unit's wording is likely to matter. */
const UNITS: Readonly<Record<Feature, Row>> = {
  first: [-0.026, 0.002, -0.015, 0.026, 0.018],
  early: [0.046, -0.097, -0.025, 0.073, -0.029],
  place: [-0.013, -0.001, 0.001, 0.007, -0.005],
  paragraphStart: [0.002, -0.04, 0.02, 0.023, 0.017],
  length: [0.008, 0.013, -0.007, 0.013, 0.004],
  short: [-0.022, 0.023, -0.009, -0.016, -0.006],
  question: [0.007, -0.052, -0.037, 0.051, 0.062],
  quote: [-0.078, -0.004, 0.13, -0.004, 0.033],
  spoken: [-0.02, 0.0, -0.02, 0.01, -0.009],
  unresolved: [-0.004, 0.005, 0.014, -0.001, 0.0],
  contribution: [0.169, -0.101, -0.098, -0.08, 0.125],
  decision: [0.018, 0.004, -0.024, 0.006, -0.004],
  smallTalk: [-0.007, 0.015, 0.011, -0.025, -0.171],
  quoted: [-1, 0, 0, 0, 0],
  heading: [-1, 0, 0, 0, 0],
  turnLength: [0.008, -0.003, -0.013, 0.009, 0.0],
  importance: [0.653, 0.442, -0.735, -0.566, 0.164],
  importanceMean: [0.816, -0.281, -0.128, 0.071, 0.414],
  labelled: [0.003, 0.026, -0.024, 0.001, 0.0],
  labelShare: [-0.08, -0.247, 0.168, -0.088, 0.0],
  topic: [0.3, 0, 0, 0, 0],
  region: [0.696, 0.378, 0.194, -1.127, -0.773],
  nextImportance: [0.092, 0.073, -0.301, -0.013, 0.246],
  commas: [-0.123, -0.029, -0.016, -0.064, -0.023],
  annotations: [-0.185, -0.153, 0.072, 0.051, 0.747],
};

/** The share of the importance of a word that is taken off a unit when the summary already has the word. */
export const REDUNDANCY = 0.8;

/** The weights of the term features in their order, followed by the constant. */
function termWeights(shape: Shape): number[] {
  return [...TERM_FEATURES, 'constant' as const].map((name) => mix(TERMS[name], shape));
}

function unitWeights(shape: Shape): number[] {
  return FEATURES.map((name) => mix(UNITS[name], shape));
}

function mix([base, spoken, long, turns, unspaced]: Row, shape: Shape): number {
  return base + spoken * shape.orality + long * shape.size + turns * shape.turns + unspaced * shape.unspaced;
}

/** The features of a term: how often, how early and how widely it is used, and what it looks like. */
const TERM_FEATURES = [
  'frequency',
  'frequent',
  'early',
  'inFirst',
  'place',
  'spread',
  'name',
  'digit',
  'short',
  'long',
  'company',
] as const;

type TermFeature = (typeof TERM_FEATURES)[number];

/** Computes how much each term matters; the last of the weights is the constant. */
function weighTerms(units: readonly Unit[], termCount: number, weights: readonly number[]): Float64Array {
  const rows = measureTerms(units, termCount);
  const width = TERM_FEATURES.length;
  const importance = new Float64Array(termCount);
  for (let term = 0; term < termCount; term++) {
    let value = weights[width] ?? 0;
    for (let k = 0; k < width; k++) value += (weights[k] ?? 0) * (rows[term * width + k] ?? 0);
    importance[term] = Math.max(0.01, value);
  }
  return importance;
}

/** Computes one row of `TERM_FEATURES.length` numbers for each term. */
function measureTerms(units: readonly Unit[], termCount: number): Float64Array {
  const width = TERM_FEATURES.length;
  const total = Math.max(1, units.length);
  const frequency = new Float64Array(termCount);
  const first = new Int32Array(termCount).fill(-1);
  const last = new Int32Array(termCount);
  const capital = new Float64Array(termCount);
  const company = new Float64Array(termCount);
  const surface: string[] = [];
  for (const { index, wording } of units) {
    for (const term of wording.terms) {
      frequency[term] = (frequency[term] ?? 0) + 1;
      if ((first[term] ?? -1) < 0) first[term] = index;
      last[term] = index;
    }
    wording.words.forEach((word, at) => {
      if (word.id < 0) return;
      surface[word.id] = word.lower;
      if (at > 0 && word.capital) capital[word.id] = (capital[word.id] ?? 0) + 1;
    });
  }
  const logs = frequency.map((count) => Math.log(Math.max(1, count)));
  for (const { wording } of units) {
    const { terms } = wording;
    let sum = 0;
    for (const term of terms) sum += logs[term] ?? 0;
    for (const term of terms) {
      const others = terms.length > 1 ? (sum - (logs[term] ?? 0)) / (terms.length - 1) : 0;
      company[term] = (company[term] ?? 0) + others;
    }
  }
  const rows = new Float64Array(termCount * width);
  for (let term = 0; term < termCount; term++) {
    const f = frequency[term] ?? 0;
    const at = first[term] ?? 0;
    const text = surface[term] ?? '';
    rows.set(
      [
        logs[term] ?? 0,
        f / total,
        1 / (1 + at / 2),
        at === 0 ? 1 : 0,
        at / total,
        ((last[term] ?? 0) - at) / total,
        f > 0 && (capital[term] ?? 0) * 2 >= f ? 1 : 0,
        /^\p{N}/u.test(text) ? 1 : 0,
        text.length <= 3 ? 1 : 0,
        Math.min(1, Math.max(0, (text.length - 6) / 6)),
        f > 0 ? (company[term] ?? 0) / f : 0,
      ],
      term * width,
    );
  }
  return rows;
}
