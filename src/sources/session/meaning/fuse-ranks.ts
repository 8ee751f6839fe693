/** As usual for reciprocal rank fusion: the first few of one list do not outweigh what both lists have. */
const smoothing = 60;

/**
 * One list of two, by the reciprocal ranks that each gives: what both have comes first. Of equal ones, what the first list
 * has comes first.
 */
export function fuseRanks<T>(
  lists: readonly (readonly T[])[],
  keyOf: (item: T) => string,
): { item: T; score: number }[] {
  const fused = new Map<string, { item: T; score: number }>();
  for (const list of lists) {
    for (const [rank, item] of list.entries()) {
      const key = keyOf(item);
      const known = fused.get(key) ?? { item, score: 0 };
      fused.set(key, { ...known, score: known.score + scoreOfRank(rank) });
    }
  }
  return [...fused.values()].sort((one, other) => other.score - one.score);
}

export function scoreOfRank(rank: number): number {
  return 1 / (smoothing + rank + 1);
}
