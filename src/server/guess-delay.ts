import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#engine/ports.ts';

/** People mistype; the first wrong tokens are answered at once. */
const freeGuesses = 3;
const firstDelayMs = 250;
const maxDelayMs = 5000;
/** After so long without a wrong token the next one is a person's again. */
const forgetAfterMs = 60_000;
const linePerGuesses = 1000;

export interface GuessDelay {
  /** To be awaited before a wrong token is answered; ends early when whoever asked is gone. */
  wait(signal: AbortSignal): Promise<void>;
}

/**
 * Makes each wrong token wait longer than the one before, whoever sends it: nothing is kept per client, so there is
 * nothing to fill. Right tokens never come here, so nobody's guessing keeps anybody else out.
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
      const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (wrong - freeGuesses - 1));
      // Aborted: there is nobody left to be answered.
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {});
    },
  };
}
