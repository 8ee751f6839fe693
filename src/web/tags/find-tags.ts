import { useCallback } from 'react';
import type { Tag } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import { parseTagSearch, tagKey } from '#text/tags/tag-name.ts';
import { byUse, useTagLibrary } from './tag-queries.ts';

export interface TagOption {
  /** Null if the name is new to the library. */
  tagId: TagId | null;
  name: string;
  /** The synonym that matched instead of the name. */
  synonym: string | null;
}

interface Matching {
  /** Tags that cannot be chosen. */
  without?: ReadonlySet<TagId>;
  /** Whether a name that no tag has can be chosen. */
  allowsNew: boolean;
}

const mostOptions = 8;

/** Matches for typed text, best first: tags that begin with it, then a new tag, then tags that contain it. */
export function matchTags(
  library: readonly Tag[],
  typed: string,
  { without = new Set(), allowsNew }: Matching,
): TagOption[] {
  const name = typed.trim().replace(/\s+/g, ' ');
  const wanted = tagKey(name);
  if (wanted === '') return [];
  const found = library.flatMap((tag) => {
    const match = rankTag(tag, wanted);
    return match === null ? [] : [{ tag, ...match }];
  });
  found.sort((first, second) => first.rank - second.rank || second.tag.entries - first.tag.entries);
  const options = found
    .filter(({ tag }) => !without.has(tag.id))
    .map(({ tag, rank, synonym }) => ({ rank, option: { tagId: tag.id, name: tag.name, synonym } }));
  const isKnown = found.some(({ rank }) => rank === 0);
  if (!allowsNew || isKnown) return options.slice(0, mostOptions).map(({ option }) => option);
  const begin = options.filter(({ rank }) => rank === 1);
  const rest = options.filter(({ rank }) => rank > 1);
  const added = { option: { tagId: null, name, synonym: null } };
  return [...begin.slice(0, mostOptions - 1), added, ...rest]
    .slice(0, mostOptions)
    .map(({ option }) => option);
}

/** Ranks a match: 0 for the same name, 1 for its start, 2 for the start of a word, 3 for any other part. */
function rankTag(tag: Tag, wanted: string): { rank: number; synonym: string | null } | null {
  const names = [null, ...tag.synonyms].map((synonym) => ({
    synonym,
    rank: rankKey(tagKey(synonym ?? tag.name), wanted),
  }));
  return names.reduce<{ rank: number; synonym: string | null } | null>(
    (best, { rank, synonym }) =>
      rank === null || (best !== null && best.rank <= rank) ? best : { rank, synonym },
    null,
  );
}

function rankKey(key: string, wanted: string): number | null {
  if (key === wanted) return 0;
  if (key.startsWith(wanted)) return 1;
  if (key.includes(` ${wanted}`)) return 2;
  return key.includes(wanted) ? 3 : null;
}

/** Returns a function that completes `tag:` at the end of a search. */
export function useTagCompletion(): (typed: string) => readonly string[] {
  const { data: library = [] } = useTagLibrary();
  return useCallback((typed: string) => completeTagSearch(library, typed), [library]);
}

const unfinished = /(^|\s)tag:("?)([^"]*)$/iu;
const mostCompletions = 8;

/** The search with the tag at its end completed. Empty if it does not end with a tag. */
export function completeTagSearch(library: readonly Tag[], typed: string): string[] {
  const found = unfinished.exec(typed);
  if (found === null) return [];
  const [, , quote = '', name = ''] = found;
  // Without quotation marks, a space ends the name.
  if (quote === '' && /\s/u.test(name)) return [];
  const before = typed.slice(0, typed.length - name.length - quote.length);
  const names =
    name === ''
      ? byUse(library).map((tag) => tag.name)
      : matchTags(library, name, { allowsNew: false }).map((option) => option.name);
  return names
    .slice(0, mostCompletions)
    .map((tag) => `${before}${quoted(tag)}`)
    .filter((completion) => completion !== typed.trim());
}

/** Removes quotation marks inside a name, which the search ignores anyway. */
function quoted(tag: string): string {
  const name = tag.replace(/["“”„]/gu, '');
  return /\s/u.test(name) ? `"${name}"` : name;
}

/** The first `tag:` in a search that matches no tag, as typed. Also null until the library is loaded. */
export function findUnknownTag(query: string, library: readonly Tag[] | undefined): string | null {
  if (library === undefined) return null;
  const known = new Set(library.flatMap(({ name, synonyms }) => [name, ...synonyms].map(tagKey)));
  return parseTagSearch(query).names.find((name) => !known.has(tagKey(name))) ?? null;
}
