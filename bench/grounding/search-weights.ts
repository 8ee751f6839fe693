import { SIGNALS, scoreSignals, type Weights } from '#text/grounding/score.ts';
import type { Example } from './examples.ts';
import { auc, balancedAccuracy, mean } from './measures.ts';

const START: Weights = {
  constant: -0.2,
  mostDoubt: 3.2,
  overlap: 2,
  copied: 0.3,
  number: 4,
  numberMisfit: 1,
  name: 3,
  nameMisfit: 0.7,
  reversed: 4,
  opposite: 1.5,
  quote: 3,
  term: 0.5,
};
const ROUNDS = 3;
const FACTORS = [0, 0.5, 0.8, 1.25, 2];
const STEPS = [-0.4, -0.2, -0.1, 0.1, 0.2, 0.4];

export type Figures = Record<string, number>;

/**
 * Chooses weights by coordinate ascent. It tries each weight larger and smaller, and keeps the value that is best
 * over all sets.
 */
export function searchWeights(examples: readonly Example[]): Weights {
  let weights = START;
  let best = worth(measure(examples, weights));
  for (let round = 0; round < ROUNDS; round++) {
    const before = best;
    for (const name of [...SIGNALS, 'constant', 'mostDoubt'] as const) {
      const tried = name === 'constant' ? STEPS.map((step) => weights.constant + step) : sizes(weights[name]);
      for (const value of tried) {
        const candidate = { ...weights, [name]: value };
        const reached = worth(measure(examples, candidate));
        if (reached <= best + 1e-4) continue;
        best = reached;
        weights = candidate;
      }
    }
    if (best === before) break;
  }
  return weights;
}

function sizes(weight: number): number[] {
  return [...FACTORS.map((factor) => weight * factor), weight + 0.3];
}

/** Weighs the figures. Both main sets count most, and then the deliberately changed details. */
function worth(figures: Figures): number {
  const of = (name: string, otherwise = 0): number => {
    const value = figures[name];
    return value === undefined || Number.isNaN(value) ? otherwise : value;
  };
  return (
    1.5 * of('FRANK pooled') +
    1.5 * of('SummEdits macro bacc') +
    0.4 * of('SummEdits') +
    0.25 * (of('FRANK cnndm') + of('FRANK bbc')) +
    0.5 * (of('flip name-insource', 0.9) + of('flip number-insource', 0.9))
  );
}

/** Measures the AUC of every set, and the mean balanced accuracy over the domains of SummEdits. */
export function measure(examples: readonly Example[], weights: Weights): Figures {
  return measureScores(examples, ({ row }) => scoreSignals(row, weights));
}

/** Measures the same figures for scores from any source. */
export function measureScores(examples: readonly Example[], scoreOf: (example: Example) => number): Figures {
  const scored = examples.map((example) => ({
    set: example.set,
    label: example.label,
    score: scoreOf(example),
  }));
  const within = (set: string) => scored.filter((example) => example.set.startsWith(set));
  const sets = [...new Set(examples.map(({ set }) => set))];
  const domains = sets
    .filter((set) => set.startsWith('SummEdits'))
    .map((set) => balancedAccuracy(within(set)))
    .filter((value) => !Number.isNaN(value));
  return {
    'FRANK pooled': auc(within('FRANK')),
    'SummEdits macro bacc': mean(domains),
    SummEdits: auc(within('SummEdits')),
    ...Object.fromEntries(sets.map((set) => [set, auc(within(set))])),
  };
}
