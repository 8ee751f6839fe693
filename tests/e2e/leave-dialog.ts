import type { Page } from 'playwright';

/** By Escape, which a dialog that has just appeared does not hear before it has the focus. */
export async function leaveDialog(page: Page): Promise<void> {
  await page.locator('[role=dialog]:focus-within').last().waitFor();
  await page.keyboard.press('Escape');
}
