import { useCallback } from 'react';
import { completeTagSearch } from './complete-tag-search.ts';
import { useTagLibrary } from './use-tag-library.ts';

/** Completes `tag:` at the end of a search. */
export function useTagCompletion(): (typed: string) => readonly string[] {
  const { data: library = [] } = useTagLibrary();
  return useCallback((typed: string) => completeTagSearch(library, typed), [library]);
}
