import { wait } from '#client/wait.ts';
import type { Reachability } from '#web/api/reachability.ts';
import { untilIdle } from '#web/controls/lazy/until-idle.ts';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';
import { clearDevice } from './clear-device.ts';
import { createOffline, type Offline } from './create-offline.ts';

const keyOf = (key: string) => `precis.offline.${key}`;

/** Null where the browser keeps nothing for a page: on plain HTTP from another machine, and in some private windows. */
export function openOffline(reachability: Reachability): Offline | null {
  if (!canKeep()) return null;
  const offline = createOffline({
    reachability,
    loadDevice: () => import('./device.ts'),
    clearDevice,
    read: (key) => readKept('local', keyOf(key)),
    write: (key, value) => writeKept('local', keyOf(key), value),
    now: () => Date.now(),
    isVisible: () => document.visibilityState === 'visible',
    untilIdle,
    wait: (ms) => wait(ms, undefined),
  });
  window.addEventListener('storage', ({ key }) => {
    // Null: all of it was cleared.
    if (key === null || key.startsWith(keyOf(''))) offline.readAgain();
  });
  return offline;
}

function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'locks' in navigator && Boolean(globalThis.indexedDB);
}
