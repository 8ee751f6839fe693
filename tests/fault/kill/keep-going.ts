import { AppError } from '#schema/app-error.ts';
import { pause } from './pause.ts';
import type { Load, Scene } from './scene.ts';

/** The errors a client may get while something is down: unreachable, unavailable, or an answer still in progress. */
const expectedCodes = ['server_unreachable', 'database_unavailable', 'conflict'];

/** The pause of a client that retries. */
const afterRefusalMs = 100;

export interface Going {
  /** Waits for steps in progress, and rejects with the first unexpected error. */
  stop(): Promise<void>;
  /** The number of steps acknowledged so far. */
  steps(): number;
  /** The number of refused steps for each error code. */
  refusals: Record<string, number>;
}

/** Runs the steps of each load one after the other, whatever dies in the meantime. */
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
  // A failed lane must not end the test process before `stop` reports the error.
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
