import { FEATURES, type Feature, type Shape } from './features.ts';
import { TERM_FEATURES, type TermFeature } from './term-importance.ts';

/**
 * One configuration for every text. Each line holds the weight for any text and what is added to it in
 * proportion to how spoken, how long, how much in turns, and whether unspaced the text is. The numbers are a
 * ridge regression of precision in words and word pairs against reference summaries, over news, dialogs, mail,
 * meetings and papers in three languages together; bench/results/quality.md says how they do on documents they did not see.
 */
type Row = readonly [base: number, spoken: number, long: number, turns: number, unspaced: number];

/** How likely a term is to matter. */
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

/** How much of a unit's wording is likely to matter. */
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
  topic: [0.1, 0, 0, 0, 0],
  region: [0.696, 0.378, 0.194, -1.127, -0.773],
  nextImportance: [0.092, 0.073, -0.301, -0.013, 0.246],
  commas: [-0.123, -0.029, -0.016, -0.064, -0.023],
  annotations: [-0.185, -0.153, 0.072, 0.051, 0.747],
};

/** How much of the importance of words that the summary already has is taken off a unit. */
export const REDUNDANCY = 0.8;

/** Weights of the term features in their order, then the constant. */
export function termWeights(shape: Shape): number[] {
  return [...TERM_FEATURES, 'constant' as const].map((name) => mix(TERMS[name], shape));
}

export function unitWeights(shape: Shape): number[] {
  return FEATURES.map((name) => mix(UNITS[name], shape));
}

function mix([base, spoken, long, turns, unspaced]: Row, shape: Shape): number {
  return base + spoken * shape.orality + long * shape.size + turns * shape.turns + unspaced * shape.unspaced;
}
