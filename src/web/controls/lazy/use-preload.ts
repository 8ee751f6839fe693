import { useEffect } from 'react';
import { useLaterStrings } from '#web/strings/strings-provider.tsx';
import type { LazyPart } from './lazy-part.ts';
import { untilIdle } from './until-idle.ts';

/** Loads parts ahead, once there is nothing else to do: then they open at once, and without the server. */
export function usePreload(isReady: boolean, parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  const strings = useLaterStrings();
  useEffect(() => {
    let isWanted = isReady;
    if (isReady)
      void untilIdle().then(() => {
        if (!isWanted) return;
        for (const part of parts) void part.preload();
        // If that fails, it fails where they are shown.
        strings.load().catch(() => {});
      });
    return () => {
      isWanted = false;
    };
  }, [isReady, parts, strings]);
}
