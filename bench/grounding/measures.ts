/** The chance that a good example scores higher than a bad one, where ties count half. */
export function auc(scored: { label: boolean; score: number }[]): number {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * sorted.slice(start, end).filter(({ label }) => label).length;
    start = end;
  }
  const good = scored.filter(({ label }) => label).length;
  const bad = scored.length - good;
  return (rankSum - (good * (good + 1)) / 2) / (good * bad);
}

/** The balanced accuracy at the scorer's fixed threshold. */
export function balancedAccuracy(scored: { label: boolean; score: number }[]): number {
  const good = scored.filter(({ label }) => label);
  const bad = scored.filter(({ label }) => !label);
  const sensitivity = good.filter(({ score }) => score >= 0.5).length / good.length;
  return (sensitivity + bad.filter(({ score }) => score < 0.5).length / bad.length) / 2;
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
