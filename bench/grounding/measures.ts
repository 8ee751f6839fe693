/** Area under the ROC curve; ties count half. */
export function areaUnderCurve(labels: readonly boolean[], scores: readonly number[]): number {
  const order = scores.map((_, at) => at).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let sum = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && scores[order[to + 1] ?? 0] === scores[order[from] ?? 0]) to++;
    for (let at = from; at <= to; at++) if (labels[order[at] ?? 0]) sum += (from + to) / 2 + 1;
    from = to + 1;
  }
  const right = labels.filter(Boolean).length;
  return (sum - (right * (right + 1)) / 2) / (right * (labels.length - right));
}

/** Mean of the shares of right and wrong examples on the right side of 0.5. */
export function balancedAccuracy(labels: readonly boolean[], scores: readonly number[]): number {
  const share = (wanted: boolean): number => {
    const chosen = scores.filter((_, at) => labels[at] === wanted);
    return chosen.filter((score) => score >= 0.5 === wanted).length / chosen.length;
  };
  return (share(true) + share(false)) / 2;
}
