import { inject } from 'vitest';
import type { Store } from '#store/store.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The databases that a test over each of them runs on. */
    dialects: readonly Store['dialect'][];
    /** How much of what repeats is run: all of it is 1. */
    share: number;
  }
}

/** How often to repeat, or of how many things to make a test: fewer in `npm test` than in `npm run test:all`. */
export function shareOf(count: number): number {
  return Math.ceil(count * inject('share'));
}

/** The step of a loop that tries each place in `npm run test:all`. */
export function everyNth(): number {
  return Math.round(1 / inject('share'));
}
