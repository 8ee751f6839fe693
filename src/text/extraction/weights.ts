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
  first: [-0.035, 0.002, -0.02, 0.037, 0.029],
  early: [0.063, -0.096, -0.013, 0.043, -0.055],
  place: [-0.033, -0.003, 0.017, 0.018, -0.01],
  paragraphStart: [0.0, -0.042, 0.021, 0.024, 0.019],
  length: [0.007, 0.01, -0.008, 0.013, 0.003],
  short: [-0.021, 0.021, -0.007, -0.019, -0.006],
  question: [0.007, -0.05, -0.035, 0.053, 0.061],
  quote: [-0.08, -0.002, 0.131, -0.002, 0.036],
  spoken: [-0.022, 0.002, -0.02, 0.012, -0.007],
  unresolved: [-0.004, 0.007, 0.015, -0.001, 0.0],
  contribution: [0.168, -0.101, -0.101, -0.077, 0.131],
  decision: [0.018, 0.004, -0.023, 0.007, -0.003],
  smallTalk: [-0.012, 0.018, 0.024, -0.034, -0.175],
  quoted: [-1, 0, 0, 0, 0],
  heading: [-1, 0, 0, 0, 0],
  turnLength: [0.008, -0.002, -0.009, 0.009, 0.0],
  importance: [0.624, 0.502, -0.62, -0.632, 0.152],
  importanceMean: [0.838, -0.287, -0.12, 0.045, 0.406],
  labelled: [0.004, 0.026, -0.026, 0.003, 0.0],
  labelShare: [-0.065, -0.251, 0.17, -0.073, 0.0],
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
