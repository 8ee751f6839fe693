import { AppError } from '#schema/app-error.ts';
import { pause } from './pause.ts';
import type { Load, Scene } from './scene.ts';

/** Errors a client may get while something is down: unreachable, unavailable, or an answer still in progress. */
const expectedCodes = ['server_unreachable', 'database_unavailable', 'conflict'];

/** As a client that retries does. */
const afterRefusalMs = 100;

export interface Going {
  /** Waits for steps in progress. Rejects with the first unexpected error. */
  stop(): Promise<void>;
  /** The number of steps acknowledged so far. */
  steps(): number;
  /** The number of responses per error. */
  refusals: Record<string, number>;
}

/** Runs the steps of every load one after the other, whatever dies meanwhile. */
export function keepGoing(loads: Load[], { random }: Pick<Scene, 'random'>): Going {
  const refusals: Record<string, number> = {};
  let going = true;
  let steps = 0;

  async function keep(load: Load): Promise<void> {
    while (going) {
      try {
        await load.step();
        steps += 1;
      } catch (error) {
        if (!(error instanceof AppError) || !expectedCodes.includes(error.code)) throw error;
        refusals[error.code] = (refusals[error.code] ?? 0) + 1;
        await pause(afterRefusalMs);
      }
      await pause(10 + random() * 50);
    }
  }

  const lanes = Promise.all(loads.map(keep));
  // Reported when it stops: until then, a failed lane must not end the test process.
  lanes.catch(() => {});
  return {
    steps: () => steps,
    refusals,
    async stop() {
      going = false;
      await lanes;
    },
  };
}
