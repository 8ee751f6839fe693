import type { Word } from '#text/words.ts';
import type { Flag } from './find-flags.ts';
import type { Support } from './support.ts';

export type ClaimMeasure = { support: Support; flags: readonly Flag[]; words: readonly Word[] };

export const SIGNALS = [
  'anywhere',
  'best',
  'together',
  'pairs',
  'triples',
  'missing',
  'paraphrased',
  'numberMissing',
  'numberElsewhere',
  'nameMissing',
  'nameElsewhere',
  'negation',
  'opposite',
  'quote',
  'length',
] as const;

const WEIGHTS: readonly number[] = [2, 1, 1, 2, 1, -0.5, 0.3, -2.5, -1.5, -2.5, -1.5, -2.5, -1, -1, 0];
const BIAS = -3;

export function measureClaim({ support, flags, words }: ClaimMeasure): number[] {
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
    support.triples,
    Math.min(4, support.missing.length),
    Math.min(4, support.paraphrased.length),
    Math.min(2, sum('number', 'missing') + sum('date')),
    Math.min(2, sum('number', 'elsewhere')),
    Math.min(2, sum('name', 'missing')),
    Math.min(2, sum('name', 'elsewhere')),
    Math.min(2, sum('negation')),
    Math.min(2, sum('opposite')),
    Math.min(2, sum('quote')),
    Math.log(1 + words.length),
  ];
}

export function scoreClaim(claim: ClaimMeasure): number {
  return logistic(measureClaim(claim));
}

/** A summary is as good as its weakest parts: the mean of its sentences, pulled down by the worst. */
export function scoreSummary(claims: readonly ClaimMeasure[]): number {
  if (claims.length === 0) return 1;
  return logistic(pool(claims.map(measureClaim)));
}

export function pool(rows: readonly (readonly number[])[]): number[] {
  const width = SIGNALS.length;
  return Array.from({ length: width }, (_, k) => {
    const column = rows.map((row) => row[k] ?? 0);
    if (k >= 5 && k < width - 1)
      return Math.min(
        4,
        column.reduce((a, b) => a + b, 0),
      );
    const mean = column.reduce((a, b) => a + b, 0) / column.length;
    return k === width - 1 ? mean : (mean + Math.min(...column)) / 2;
  });
}

function logistic(row: readonly number[]): number {
  const sum = row.reduce((total, value, k) => total + value * (WEIGHTS[k] ?? 0), BIAS);
  return 1 / (1 + Math.exp(-sum));
}
