import words from './critical.json' with { type: 'json' };

/**
 * Classes of words whose loss or exchange changes what a sentence claims. A sentence is supported only if these words
 * agree with the passage, and a conflict between two of them makes it contradicted.
 */
export type CriticalClass =
  | 'negation'
  | 'hedge'
  | 'condition'
  | 'quantifier'
  | 'comparison'
  | 'order'
  | 'relation'
  | 'attribution'
  | 'cause';

type Lists = Partial<Record<CriticalClass, string>>;

const CLASSES: ReadonlyMap<string, Map<string, CriticalClass>> = new Map(
  Object.entries<Lists>(words.critical).map(([language, lists]) => [language, invert(lists)]),
);
const CHINESE = patternsOf(words.unspacedCritical.zh);
const JAPANESE = patternsOf(words.unspacedCritical.ja);

function patternsOf(lists: Lists): (readonly [CriticalClass, RegExp])[] {
  return Object.entries(lists).map(([name, source]) => [name as CriticalClass, new RegExp(source, 'gu')]);
}

function invert(lists: Lists): Map<string, CriticalClass> {
  const classes = new Map<string, CriticalClass>();
  for (const [name, words] of Object.entries(lists))
    for (const word of words.split(' ')) if (!classes.has(word)) classes.set(word, name as CriticalClass);
  return classes;
}

/** The class of a lower-case word, or null if the word is not critical. */
export function criticalClassOf(lower: string, language: string): CriticalClass | null {
  return CLASSES.get(language)?.get(lower) ?? null;
}

/** Finds the places of critical words in unspaced text. */
export function criticalSpans(
  text: string,
  language: string,
): { start: number; end: number; kind: CriticalClass }[] {
  const patterns = language === 'ja' ? JAPANESE : CHINESE;
  return patterns.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      kind,
    })),
  );
}
