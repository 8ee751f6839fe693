import type { Page } from 'playwright-core';

const maxMs = 30_000;

/**
 * Lets time pass for the page alone, much faster than it does, until it is so. Second by second, so that what is asked
 * for in between is answered. The page's clock must have been installed before it was opened.
 */
export async function passTime(page: Page, until: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + maxMs;
  while (Date.now() < deadline) {
    if (await until()) return;
    await page.clock.runFor(1000);
  }
  throw new Error(`it was not so, though much time had passed for the page`);
}
