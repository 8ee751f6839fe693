import type { Page } from 'playwright';

const maxMs = 60_000;

/**
 * Fast-forwards the page's clock until the condition holds, second by second, so that requests made in between are
 * answered. The page's clock must be installed before the page is opened.
 */
export async function passTime(page: Page, until: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + maxMs;
  while (Date.now() < deadline) {
    if (await until()) return;
    await page.clock.runFor(1000);
  }
  throw new Error(`it was not so, though much time had passed for the page`);
}
