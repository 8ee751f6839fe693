import { AppError } from '#schema/app-error.ts';
import { pause } from './pause.ts';
import type { Load, Scene } from './scene.ts';

/** What a client may be told while something is dead: nobody is there, not now, or an answer is still under way. */
const expectedCodes = ['server_unreachable', 'database_unavailable', 'conflict'];

/** As a client that tries again does. */
const afterRefusalMs = 100;

export interface Going {
  /** After what is under way. Rejects with the first refusal that nobody expected. */
  stop(): Promise<void>;
  /** How many steps were acknowledged so far. */
  steps(): number;
  /** How often which refusal was answered. */
  refusals: Record<string, number>;
}

/** Lets every load take one step after the other, whatever dies meanwhile. */
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
  // Told when it stops: until then a failed lane must not end the test's process.
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
