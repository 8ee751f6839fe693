import { useSyncExternalStore } from 'react';

/** Whether the summary fits beside the thread; the width of `xl`. */
const query = '(min-width: 80rem)';

export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
