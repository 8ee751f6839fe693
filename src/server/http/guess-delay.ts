import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#engine/ports.ts';
import { backOff } from '#schema/back-off.ts';

/** People mistype; the first wrong tokens are answered immediately. */
const freeGuesses = 3;
const delays = { firstMs: 250, maxMs: 5000 };
/** After this long without a wrong token, the next one counts as a typo again. */
const forgetAfterMs = 60_000;
const linePerGuesses = 1000;

export interface GuessDelay {
  /** Await before answering a wrong token; ends early if the client disconnects. */
  wait(signal: AbortSignal): Promise<void>;
}

/**
 * Makes each wrong token wait longer than the one before, for any client: nothing is stored per client, so there is
 * nothing to fill. Valid tokens never get here, so guessing cannot lock anyone out.
 */
export function createGuessDelay(log: Log): GuessDelay {
  let wrong = 0;
  let lastAt = 0;

  return {
    async wait(signal) {
      const now = performance.now();
      if (now - lastAt > forgetAfterMs) wrong = 0;
      lastAt = now;
      wrong += 1;
      if (wrong === freeGuesses + 1 || wrong % linePerGuesses === 0)
        log.warn({ wrong }, 'repeated requests with invalid tokens');
      if (wrong <= freeGuesses) return;
      const delayMs = backOff(wrong - freeGuesses - 1, delays);
      // Aborted: the client is gone.
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {});
    },
  };
}
