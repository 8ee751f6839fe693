import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Goes to a screen as a link does. Loading the app takes longer than checking a screen, so only the first call loads
 * it. The page in between does not exist: once it is shown, nothing of the screen before is left.
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

/** Changes the address without loading a page. The router watches the history. */
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
