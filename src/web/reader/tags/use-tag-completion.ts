import { useCallback } from 'react';
import { useTagLibrary } from '#web/tags/use-tag-library.ts';
import { completeTagSearch } from './complete-tag-search.ts';

/** Completes `tag:` at the end of a search. */
export function useTagCompletion(): (typed: string) => readonly string[] {
  const { data: library = [] } = useTagLibrary();
  return useCallback((typed: string) => completeTagSearch(library, typed), [library]);
}
