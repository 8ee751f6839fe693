/** Both were chosen by what searches with an embedding model find (bench/results/retrieval.md): ranks further down count little. */
const smoothing = 4;
const meaningWeight = 0.4;

/**
 * One list of the hits by words and those by meaning, by the reciprocal ranks that each gives. Words count more: whoever
 * types the name of something wants the record that has it. What both have rises; what only meaning finds comes after
 * the first hits by words.
 */
export function fuseRanks<T>(
  { byWords, byMeaning }: { byWords: readonly T[]; byMeaning: readonly T[] },
  keyOf: (item: T) => string,
): { item: T; score: number }[] {
  const fused = new Map(
    byWords.map((item, rank) => [keyOf(item), { item, score: scoreOfRank(rank) }] as const),
  );
  for (const [rank, item] of byMeaning.entries()) {
    const key = keyOf(item);
    const known = fused.get(key) ?? { item, score: 0 };
    fused.set(key, { ...known, score: known.score + meaningWeight * scoreOfRank(rank) });
  }
  return [...fused.values()].sort((one, other) => other.score - one.score);
}

/** Of a hit by words that comes after the fused ones: below all of theirs. */
export function scoreAfter(rank: number): number {
  return meaningWeight * scoreOfRank(rank);
}

function scoreOfRank(rank: number): number {
  return 1 / (smoothing + rank + 1);
}
