import type { Feature } from './features.ts';

/** One configuration for every text: weights for written and for spoken language, mixed by how spoken it is. */
export type Weights = Readonly<Partial<Record<Feature, number>>>;

export const WRITTEN: Weights = {
  first: 0.3,
  early: 0.3,
  central: 0.3,
  later: 0.3,
  lead: 0.1,
  topic: 0.2,
  length: 0.05,
  short: -0.3,
  question: -0.15,
  quote: -0.1,
  spoken: -0.2,
  unresolved: -0.2,
  contribution: 0.3,
  quoted: -0.5,
  heading: -0.5,
};

export const SPOKEN: Weights = {
  first: 0.05,
  early: 0.1,
  central: 0.3,
  later: 0.2,
  topic: 0.2,
  length: 0.2,
  short: -0.3,
  decision: 0.05,
  smallTalk: -0.2,
  unresolved: -0.1,
  quoted: -0.5,
  heading: -0.5,
};

/** How much a unit loses for each share of its words that the summary already has. */
export const REDUNDANCY = 0.5;

/** Weights of a term's features and a constant: for any text, and what spoken and long texts add to them. */
const TERMS: readonly (readonly number[])[] = [
  [0.262, 0.055, 0.131, 0.01, 0.022, 0.085, 0.039, 0.034, -0.019, 0.005, 0.028, -0.011],
  [0.014, 0.24, -0.025, 0.058, 0.009, 0.039, 0.001, -0.066, 0.002, 0.088, -0.014, 0.043],
  [-0.217, 0.211, 0.01, -0.027, -0.035, -0.169, -0.057, -0.032, 0.008, -0.035, -0.025, 0.02],
];

export function termWeights({ orality, size }: { orality: number; size: number }): number[] {
  const [base = [], spoken = [], long = []] = TERMS;
  return base.map((weight, k) => weight + orality * (spoken[k] ?? 0) + size * (long[k] ?? 0));
}
