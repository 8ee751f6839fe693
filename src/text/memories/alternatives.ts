import { indexTerms } from '#text/search-terms.ts';
import words from './words.json' with { type: 'json' };

/** A later choice of a group replaces an earlier one. */
const values: ReadonlyMap<string, { group: string; value: string }> = new Map(
  Object.entries<Record<string, string>>(words.alternatives).flatMap(([group, choices]) =>
    Object.entries(choices).flatMap(([value, list]) =>
      list.split(' ').map((word): [string, { group: string; value: string }] => [word, { group, value }]),
    ),
  ),
);

/** What stands behind these is what is not wanted any more. */
const insteadOf =
  /\b(?:instead of|rather than|in place of|over|not|no longer|statt|anstatt|anstelle von|au lieu de|plutôt que|en lugar de|en vez de)\s+(\S{1,40}(?:\s\S{1,40}){0,2})|(?:而不是|代替)(\S{1,8})/giu;

export interface Alternatives {
  /** The choice of each group. */
  chosen: Map<string, string>;
  /** Search terms of what is named as not wanted. */
  rejected: Set<string>;
  /** Terms without those of the choices. */
  without(terms: ReadonlySet<string>): Set<string>;
}

export function readAlternatives(text: string): Alternatives {
  const rejected = new Set<string>();
  const kept = text.replace(insteadOf, (_all, words: string = '', unspaced: string = '') => {
    for (const term of indexTerms(`${words} ${unspaced}`).split(' ')) if (term !== '') rejected.add(term);
    return ' ';
  });
  const chosen = new Map<string, string>();
  for (const term of indexTerms(kept).split(' ')) {
    const known = values.get(term);
    if (known !== undefined && !chosen.has(known.group)) chosen.set(known.group, known.value);
  }
  return {
    chosen,
    rejected,
    without: (terms) => new Set([...terms].filter((term) => !values.has(term) && !rejected.has(term))),
  };
}
