import type { Unit } from './units.ts';

/** What is known of a term: how often, how early and how widely it is used, and what it looks like. */
export const TERM_FEATURES = [
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

export type TermFeature = (typeof TERM_FEATURES)[number];

/** How much each term matters, by weights for the features and a constant at the end. */
export function weighTerms(
  units: readonly Unit[],
  termCount: number,
  weights: readonly number[],
): Float64Array {
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

/** Rows of term features, one row of `TERM_FEATURES.length` numbers for each term. */
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
