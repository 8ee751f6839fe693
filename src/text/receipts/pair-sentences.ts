import { cleanText, fold, withoutMark } from './clean-text.ts';

export interface Pair<Old, Now> {
  /** Null: it was added. */
  old: Old | null;
  /** Null: it was removed. */
  now: Now | null;
  isSame: boolean;
}

/** Pairs the sentences of two texts in order: equal ones, and between them each with the one in its place. */
export function pairSentences<Old extends { text: string }, Now extends { text: string }>(
  before: readonly Old[],
  after: readonly Now[],
): Pair<Old, Now>[] {
  const places = Map.groupBy(before.keys(), (at) => nameOf(before[at]?.text ?? ''));
  const pairs: Pair<Old, Now>[] = [];
  let [old, now] = [0, 0];
  for (const [at, sentence] of after.entries()) {
    const found = places.get(nameOf(sentence.text))?.find((place) => place >= old);
    if (found === undefined) continue;
    pairUp(found, at);
    pairs.push({ old: before[found] ?? null, now: sentence, isSame: true });
    [old, now] = [found + 1, at + 1];
  }
  pairUp(before.length, after.length);
  return pairs;

  function pairUp(oldEnd: number, nowEnd: number): void {
    for (; old < oldEnd || now < nowEnd; old += 1, now += 1) {
      pairs.push({
        old: old < oldEnd ? (before[old] ?? null) : null,
        now: now < nowEnd ? (after[now] ?? null) : null,
        isSame: false,
      });
    }
  }
}

function nameOf(sentence: string): string {
  return fold(withoutMark(cleanText(sentence)));
}
