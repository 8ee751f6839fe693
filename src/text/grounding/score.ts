import type { Flag } from './flag.ts';
import type { Support } from './support.ts';

export type ClaimMeasure = { support: Support; flags: readonly Flag[] };

const SIGNALS = [
  'anywhere',
  'best',
  'together',
  'pairs',
  'inOrder',
  'missing',
  'paraphrased',
  'numberMissing',
  'numberElsewhere',
  'nameMissing',
  'nameElsewhere',
  'negation',
  'polarity',
  'quote',
  'term',
] as const;

/**
 * Chosen together on labelled summaries: a claim without any flag stays above 0.5 however freely it is worded,
 * because wording that differs proves nothing; a sure flag takes it below; how much is copied orders the rest.
 */
const COVERAGE = { anywhere: 0.8, best: 0.65, together: 0.45, pairs: 0.25, constant: 0.35 };
// Less than half of the content in the source at all: such a claim is about something else.
const UNKNOWN = { below: 0.5, weight: 6 };
// A sentence told in the source's own order is trusted more, the less there is to doubt in it.
const IN_ORDER = { weight: 1, untilDoubt: 3 };
const DOUBT = {
  numberMissing: 7,
  numberElsewhere: 3.8,
  nameMissing: 4.5,
  nameElsewhere: 0.74,
  negation: 8,
  polarity: 2.45,
  quote: 5,
  term: 0.8,
};
// Several flags are not worse than two: the score keeps an order among flagged claims too.
const MOST_DOUBT = 3.2;

function measureClaim({ support, flags }: ClaimMeasure): number[] {
  const sum = (kind: Flag['kind'], reason?: Flag['reason']): number =>
    flags.reduce(
      (total, flag) =>
        flag.kind === kind && (reason === undefined || flag.reason === reason) ? total + flag.weight : total,
      0,
    );
  return [
    support.anywhere,
    support.best,
    support.together,
    support.pairs,
    support.inOrder,
    Math.min(4, support.missing.length),
    Math.min(4, support.paraphrased.length),
    Math.min(2, sum('number', 'missing') + sum('date')),
    Math.min(2, sum('number', 'elsewhere')),
    Math.min(2, sum('name', 'missing')),
    Math.min(2, sum('name', 'elsewhere')),
    Math.min(2, sum('negation')),
    Math.min(2, sum('polarity')),
    Math.min(2, sum('quote')),
    Math.min(4, sum('term')),
  ];
}

// The first signals say how much is found and are averaged over sentences; the others are doubts and add up.
const COVERAGES = 5;

export function scoreClaim(claim: ClaimMeasure): number {
  return logistic(measureClaim(claim));
}

/** A summary is as good as its weakest parts: the mean of its sentences, pulled down by the worst. */
export function scoreSummary(claims: readonly ClaimMeasure[]): number {
  if (claims.length === 0) return 1;
  return logistic(pool(claims.map(measureClaim)));
}

/** Coverage is averaged and pulled down by the weakest sentence; doubts add up. */
function pool(rows: readonly (readonly number[])[]): number[] {
  return SIGNALS.map((_, k) => {
    const column = rows.map((row) => row[k] ?? 0);
    const sum = column.reduce((a, b) => a + b, 0);
    return k >= COVERAGES ? Math.min(4, sum) : (sum / column.length + Math.min(...column)) / 2;
  });
}

function logistic(row: readonly number[]): number {
  let coverage = COVERAGE.constant - UNKNOWN.weight * Math.max(0, UNKNOWN.below - (row[0] ?? 0));
  let doubt = 0;
  SIGNALS.forEach((name, k) => {
    const value = row[k] ?? 0;
    if (name in COVERAGE) coverage += value * COVERAGE[name as keyof typeof COVERAGE];
    else if (name in DOUBT) doubt += value * DOUBT[name as keyof typeof DOUBT];
  });
  const inOrder = row[SIGNALS.indexOf('inOrder')] ?? 0;
  coverage += IN_ORDER.weight * inOrder * Math.max(0, 1 - doubt / IN_ORDER.untilDoubt);
  return 1 / (1 + Math.exp(Math.min(MOST_DOUBT, doubt) - coverage));
}
