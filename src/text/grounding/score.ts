import type { Placed } from './alignment/align.ts';
import type { Doubt } from './doubts/context.ts';
import type { Flag, FlagKind } from './flag.ts';
import type { Support } from './support.ts';

/**
 * The signals that the score of a summary is made of. The first two raise the score; the others are doubts and lower
 * it.
 */
export const SIGNALS = [
  'overlap',
  'copied',
  'number',
  'numberMisfit',
  'name',
  'nameMisfit',
  'reversed',
  'opposite',
  'quote',
  'term',
] as const;
export type Signals = Record<(typeof SIGNALS)[number], number>;
export const RAISING = 2;

type Measured = {
  support: Support;
  placed: readonly Placed[];
  quoted: boolean;
  flags: readonly Flag[];
  doubts: readonly Doubt[];
};

const NUMBERS: readonly FlagKind[] = ['number', 'unit', 'currency', 'date'];
const REVERSALS: readonly FlagKind[] = [
  'negation',
  'polarity',
  'quantifier',
  'hedge',
  'condition',
  'comparison',
  'order',
];

/** Measures the signals of one sentence. */
export function measureSignals({ support, placed, quoted, flags, doubts }: Measured): Signals {
  const count = (kinds: readonly FlagKind[]): number =>
    flags.filter(({ kind }) => kinds.includes(kind)).length;
  const weigh = (kind: Doubt['kind'], reason?: Doubt['reason']): number =>
    doubts.reduce(
      (sum, doubt) =>
        doubt.kind === kind && (reason === undefined || doubt.reason === reason) ? sum + doubt.weight : sum,
      0,
    );
  const aligned = placed.length === 0 ? 0 : Math.min(...placed.map(({ coverage }) => coverage));
  return {
    overlap: (support.together + support.inOrder + aligned) / 3,
    copied: quoted ? 1 : 0,
    number: Math.max(Math.min(2, count(NUMBERS)), Math.min(2, weigh('number', 'missing'))),
    numberMisfit: Math.min(2, weigh('number', 'elsewhere')),
    name: Math.min(2, weigh('name', 'missing')),
    nameMisfit: Math.min(2, weigh('name', 'elsewhere')),
    reversed: Math.max(Math.min(2, count(REVERSALS)), Math.min(2, weigh('negation'))),
    opposite: Math.min(2, weigh('opposite')),
    quote: Math.min(2, count(['quote'])),
    term: Math.min(4, count(['term'])),
  };
}

/**
 * The weights of the signals. `npm run bench:fit-grounding` chooses them and prints how they do on other documents.
 */
export type Weights = Signals & { constant: number; mostDoubt: number };
const WEIGHTS: Weights = {
  constant: -0.2,
  mostDoubt: 6.4,
  overlap: 2.3,
  copied: 0.19,
  number: 16,
  numberMisfit: 0.8,
  name: 7.5,
  nameMisfit: 0.7,
  reversed: 4,
  opposite: 1.88,
  quote: 6,
  term: 0.5,
};

/** Scores how closely a summary follows its source, from 0 to 1. */
export function scoreSummary(sentences: readonly Signals[]): number {
  return sentences.length === 0 ? 1 : scoreSignals(poolSignals(sentences), WEIGHTS);
}

/** Computes the score. The doubts have a limit, so that doubtful summaries still differ in their scores. */
export function scoreSignals(signals: Signals, weights: Weights): number {
  let following = weights.constant;
  let doubt = 0;
  SIGNALS.forEach((name, at) => {
    if (at < RAISING) following += weights[name] * signals[name];
    else doubt += weights[name] * signals[name];
  });
  return 1 / (1 + Math.exp(Math.min(weights.mostDoubt, doubt) - following));
}

/**
 * Joins the signals of all sentences. Raising signals are averaged and pulled down by the worst sentence; doubts add
 * up.
 */
export function poolSignals(sentences: readonly Signals[]): Signals {
  const pooled = SIGNALS.map((name, at): [string, number] => {
    const column = sentences.map((row) => row[name]);
    const sum = column.reduce((a, b) => a + b, 0);
    if (at >= RAISING) return [name, Math.min(4, sum)];
    return [name, column.length === 0 ? 1 : (sum / column.length + Math.min(...column)) / 2];
  });
  return Object.fromEntries(pooled) as Signals;
}
