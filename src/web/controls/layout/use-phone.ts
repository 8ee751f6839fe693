import { useMedia } from './use-media.ts';

/** Whether the screen is as narrow as a phone's: below the width of `sm`. */
export function usePhone(): boolean {
  return useMedia('(width < 40rem)');
}
