import { useCallback } from 'react';
import type { Tag } from '#schema/tags/tag-wire.ts';
import { matchTags } from './match-tags.ts';
import { byUse, useTagLibrary } from './use-tag-library.ts';

/** Completes `tag:` at the end of a search. */
export function useTagCompletion(): (typed: string) => readonly string[] {
  const { data: library = [] } = useTagLibrary();
  return useCallback((typed: string) => completeTagSearch(library, typed), [library]);
}

const unfinished = /(^|\s)tag:("?)([^"]*)$/iu;
const mostCompletions = 8;

/** The search with the tag at its end completed; nothing if it does not end with one. */
export function completeTagSearch(library: readonly Tag[], typed: string): string[] {
  const found = unfinished.exec(typed);
  if (found === null) return [];
  const [, , quote = '', name = ''] = found;
  // Without quotation marks, a blank ends the name.
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

/** Quotation marks inside a name do not count, so it is found without them. */
function quoted(tag: string): string {
  const name = tag.replace(/["“”„]/gu, '');
  return /\s/u.test(name) ? `"${name}"` : name;
}
