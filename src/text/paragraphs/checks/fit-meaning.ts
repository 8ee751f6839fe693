import { findKeys } from '#text/grounding/across/find-keys.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import type { Languages } from './glossary.ts';

/** One common word may stand in any text. */
const leastKeys = 2;

/**
 * Whether a translation speaks of what another paragraph of the batch speaks of, and of nothing in its own: by concepts that
 * have words in both languages, and words that European languages share. False where the languages say too little.
 */
export function createMeaningTest(
  markups: readonly string[],
  { source, target }: Languages,
): (index: number, text: string) => boolean {
  if (source === null) return () => false;
  const keys = markups.map((markup) => keysOf(markup, source));
  const owners = new Map<string, number | null>();
  for (const [index, own] of keys.entries())
    for (const key of own) owners.set(key, owners.has(key) ? null : index);

  return (index, text) => {
    const found = keysOf(text, target);
    if ([...found].some((key) => keys[index]?.has(key))) return false;
    const counts = new Map<number, number>();
    for (const key of found) {
      const owner = owners.get(key) ?? null;
      if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    return [...counts.values()].some((count) => count >= leastKeys);
  };
}

function keysOf(markup: string, language: string): Set<string> {
  return new Set(findKeys(plainOf(markup), primarySubtag(language)).map(({ key }) => key));
}
