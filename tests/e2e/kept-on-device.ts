import type { Page } from 'playwright';
import { expect } from 'vitest';
import { soon } from './soon.ts';

/** What a browser keeps of Precis. */
export function keptOnDevice(page: Page) {
  const databases = () => page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))');
  const caches = () => page.evaluate('caches.keys()');
  const worker = () =>
    page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found?.active?.state ?? null)');
  const stored = (key: string) => page.evaluate(`localStorage.getItem('precis.offline.${key}')`);
  return {
    databases,
    caches,
    worker,
    stored,
    /** Waits until entries and the app itself can be opened without the server. */
    async untilKept(): Promise<void> {
      await expect.poll(() => stored('kept-at'), soon).not.toBeNull();
      await expect.poll(worker, soon).toBe('activated');
    },
    async untilNothing(): Promise<void> {
      await expect.poll(databases, soon).toEqual([]);
      await expect.poll(caches, soon).toEqual([]);
      await expect.poll(worker, soon).toBeNull();
      for (const key of ['kept-at', 'waiting']) await expect.poll(() => stored(key), soon).toBeNull();
    },
  };
}
