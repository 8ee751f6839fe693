import { useMedia } from './use-media.ts';

/** How many panes fit beside each other: two and three from the widths of `lg` and `xl`. */
export function useRoom(): number {
  const forTwo = useMedia('(min-width: 64rem)');
  const forThree = useMedia('(min-width: 80rem)');
  return 1 + Number(forTwo) + Number(forThree);
}
