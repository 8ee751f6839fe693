import { inject } from 'vitest';
import type { Store } from '#store/store.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The databases on which a test over all databases runs. */
    dialects: readonly Store['dialect'][];
    /** The share of repeated cases that are run, where 1 means all of them. */
    share: number;
  }
}

/**
 * Returns how often to repeat something, or how many things to make. `npm test` uses fewer than `npm run test:all`.
 */
export function shareOf(count: number): number {
  return Math.ceil(count * inject('share'));
}

/** Returns the step of a loop that tries every place in `npm run test:all`. */
export function everyNth(): number {
  return Math.round(1 / inject('share'));
}
