import { FEATURES, type Feature, type Shape } from './features.ts';
import { TERM_FEATURES, type TermFeature } from './term-importance.ts';

/**
 * One configuration for every text. Each line holds the weight for any text and what is added to it in
 * proportion to how spoken, how long, how much in turns, and whether unspaced the text is. The numbers are a
 * ridge regression of word precision against reference summaries, over news, dialogs, mail, meetings and papers
 * in three languages together; each half of the documents was also predicted from the other half.
 */
type Row = readonly [base: number, spoken: number, long: number, turns: number, unspaced: number];

/** How likely a term is to matter. */
const TERMS: Readonly<Record<TermFeature | 'constant', Row>> = {
  frequency: [0.242, 0.023, -0.187, -0.013, 0.004],
  frequent: [0.124, 0.15, 0.249, 0.093, -0.033],
  early: [0.166, -0.007, 0.045, -0.047, -0.148],
  inFirst: [-0.007, -0.008, -0.055, 0.085, 0.068],
  place: [0.011, -0.004, -0.039, 0.02, 0.035],
  spread: [0.059, 0.021, -0.171, 0.033, 0.083],
  name: [0.04, 0.003, -0.048, -0.009, 0.022],
  digit: [0.035, -0.017, 0.028, -0.078, 0.0],
  short: [0.003, 0.04, -0.048, -0.03, 0.053],
  long: [0.001, 0.092, -0.023, -0.005, -0.016],
  company: [0.039, 0.016, 0.011, -0.071, -0.017],
  constant: [-0.031, -0.007, 0.003, 0.076, -0.018],
};

/** How much of a unit's wording is likely to matter. */
const UNITS: Readonly<Record<Feature, Row>> = {
  first: [-0.03, 0.045, -0.013, -0.003, 0.005],
  early: [0.002, -0.064, 0.013, 0.033, -0.061],
  place: [-0.022, 0.002, 0.019, 0.0, -0.037],
  paragraphStart: [-0.003, -0.035, 0.02, 0.007, 0.005],
  length: [-0.015, 0.018, 0.009, 0.024, 0.002],
  short: [-0.045, 0.021, -0.031, -0.005, 0.018],
  question: [0.003, -0.036, -0.015, 0.044, 0.033],
  quote: [-0.057, -0.009, 0.085, 0.006, 0.027],
  spoken: [-0.023, -0.002, -0.034, 0.017, 0.017],
  unresolved: [-0.001, 0.004, 0.016, 0.01, 0.006],
  contribution: [0.089, -0.068, -0.057, -0.036, 0.06],
  decision: [0.008, 0.0, -0.013, 0.006, -0.007],
  smallTalk: [-0.011, 0.013, 0.014, -0.026, -0.112],
  quoted: [-1, 0, 0, 0, 0],
  heading: [-1, 0, 0, 0, 0],
  turnLength: [0.008, -0.008, 0.0, 0.009, 0.0],
  importance: [0.346, 0.437, -0.666, -0.436, 0.076],
  importanceMean: [0.806, -0.383, 0.092, 0.135, 0.328],
  labelled: [-0.004, 0.016, -0.015, -0.005, 0.0],
  labelShare: [0.207, -0.08, -0.387, 0.204, 0.0],
  topic: [0.1, 0, 0, 0, 0],
};

/** How much of the importance of words that the summary already has is taken off a unit. */
export const REDUNDANCY = 0.7;

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
