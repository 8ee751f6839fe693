import { useEffect } from 'react';
import type { LazyPart } from './lazy-part.ts';
import { untilIdle } from './until-idle.ts';

/** Loads parts ahead, once there is nothing else to do: then they open at once, and without the server. */
export function usePreload(isReady: boolean, parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  useEffect(() => {
    let isWanted = isReady;
    if (isReady)
      void untilIdle().then(() => {
        if (isWanted) for (const part of parts) part.preload();
      });
    return () => {
      isWanted = false;
    };
  }, [isReady, parts]);
}
