import { useSyncExternalStore } from 'react';

/** From these widths, two and three panes fit beside each other: the widths of `lg` and `xl`. */
const queries = ['(min-width: 64rem)', '(min-width: 80rem)'];

/** How many panes fit beside each other. */
export function useRoom(): number {
  return useSyncExternalStore(
    (changed) => {
      const lists = queries.map((query) => window.matchMedia(query));
      for (const list of lists) list.addEventListener('change', changed);
      return () => {
        for (const list of lists) list.removeEventListener('change', changed);
      };
    },
    () => 1 + queries.filter((query) => window.matchMedia(query).matches).length,
  );
}
