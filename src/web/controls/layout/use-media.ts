import { useSyncExternalStore } from 'react';

/** Whether a media query matches, also after the window has been resized. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether the screen is as narrow as a phone's, which is below the width of `sm`. */
export function usePhone(): boolean {
  return useMedia('(width < 40rem)');
}

/** Returns how many panes fit beside each other. Two fit from the width of `lg` on, and three from `xl`. */
export function useRoom(): number {
  const forTwo = useMedia('(min-width: 64rem)');
  const forThree = useMedia('(min-width: 80rem)');
  return 1 + Number(forTwo) + Number(forThree);
}
