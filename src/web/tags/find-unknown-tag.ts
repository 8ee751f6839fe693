import type { Tag } from '#schema/tags/tag-wire.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { parseTagSearch } from '#text/tags/tag-search.ts';

/** The first `tag:` of a search that leads to no tag, as it was written; null also until the library is loaded. */
export function findUnknownTag(query: string, library: readonly Tag[] | undefined): string | null {
  if (library === undefined) return null;
  const known = new Set(library.flatMap(({ name, synonyms }) => [name, ...synonyms].map(tagKey)));
  return parseTagSearch(query).names.find((name) => !known.has(tagKey(name))) ?? null;
}
