import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * To a screen as a link goes there. Loading the app takes longer than showing and checking a screen, so only the first
 * one is loaded. Between two screens is a page that does not exist: nothing of the screen before is left, and when that
 * page is gone, the next screen is there.
 */
export async function goInside(page: Page, baseUrl: string, path: string): Promise<void> {
  if (!page.url().startsWith(baseUrl)) {
    await page.goto(baseUrl + path);
    return;
  }
  await closeOverlays(page);
  const nowhere = page.getByText('Page not found.');
  await goTo(page, '/nowhere');
  await nowhere.waitFor();
  await goTo(page, path);
  await nowhere.waitFor({ state: 'detached' });
}

/** The router watches the history. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

async function closeOverlays(page: Page): Promise<void> {
  const overlays = page.locator('[role=dialog], [role=menu]');
  const close = async () => {
    if ((await overlays.count()) > 0) await page.keyboard.press('Escape');
    return overlays.count();
  };
  await expect.poll(close).toBe(0);
}
