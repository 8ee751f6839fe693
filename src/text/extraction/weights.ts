import { FEATURES, type Feature, type Shape } from './features.ts';
import { TERM_FEATURES, type TermFeature } from './term-importance.ts';

/**
 * One configuration for every text. Each line holds the weight for any text and what is added to it in
 * proportion to how spoken, how long, how much in turns, and whether unspaced the text is. The numbers are a
 * ridge regression of precision in words and word pairs against reference summaries, over news, dialogs, mail,
 * meetings and papers in three languages together; docs/quality.md says how they do on documents they did not see.
 */
type Row = readonly [base: number, spoken: number, long: number, turns: number, unspaced: number];

/** How likely a term is to matter. */
const TERMS: Readonly<Record<TermFeature | 'constant', Row>> = {
  frequency: [0.243, 0.024, -0.19, -0.013, 0.004],
  frequent: [0.127, 0.196, 0.255, 0.12, -0.037],
  early: [0.167, 0.007, 0.04, -0.04, -0.149],
  inFirst: [-0.006, -0.012, -0.061, 0.09, 0.068],
  place: [0.012, -0.004, -0.041, 0.023, 0.036],
  spread: [0.055, 0.016, -0.162, 0.034, 0.085],
  name: [0.042, 0.011, -0.053, -0.01, 0.021],
  digit: [0.035, -0.013, 0.029, -0.081, 0.0],
  short: [0.003, 0.036, -0.049, -0.028, 0.053],
  long: [0.001, 0.092, -0.022, -0.004, -0.016],
  company: [0.038, 0.015, 0.018, -0.077, -0.019],
  constant: [-0.033, -0.006, 0.003, 0.077, -0.018],
};

/** How much of a unit's wording is likely to matter. */
const UNITS: Readonly<Record<Feature, Row>> = {
  first: [-0.036, 0.004, -0.02, 0.037, 0.025],
  early: [0.063, -0.098, -0.012, 0.044, -0.055],
  place: [-0.033, -0.005, 0.017, 0.018, -0.011],
  paragraphStart: [0.0, -0.044, 0.022, 0.024, 0.02],
  length: [0.006, 0.016, -0.006, 0.01, 0.006],
  short: [-0.021, 0.022, -0.009, -0.019, -0.01],
  question: [0.006, -0.049, -0.035, 0.051, 0.066],
  quote: [-0.079, -0.001, 0.128, -0.002, 0.035],
  spoken: [-0.022, -0.002, -0.02, 0.014, -0.011],
  unresolved: [-0.004, 0.002, 0.014, 0.002, 0.001],
  contribution: [0.168, -0.1, -0.101, -0.077, 0.139],
  decision: [0.018, -0.002, -0.025, 0.01, -0.008],
  smallTalk: [-0.012, 0.019, 0.023, -0.034, -0.159],
  quoted: [-1, 0, 0, 0, 0],
  heading: [-1, 0, 0, 0, 0],
  turnLength: [0.008, -0.003, -0.009, 0.009, 0.0],
  importance: [0.624, 0.414, -0.634, -0.592, 0.125],
  importanceMean: [0.847, -0.292, -0.123, 0.051, 0.49],
  labelled: [0.004, 0.029, -0.029, 0.002, 0.0],
  labelShare: [-0.074, -0.217, 0.211, -0.082, 0.0],
  topic: [0.1, 0, 0, 0, 0],
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
