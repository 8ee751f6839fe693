import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from './open-app.ts';

test('not found', async () => {
  await openApp('/settings/nothing');
  await expect.element(page.getByText('Page not found.')).toBeVisible();
});
for (let i = 0; i < 10; i++)
  test('models ' + i, async () => {
    const app = await openApp('/settings/models');
    await expect.element(page.getByText('Offline model').first()).toBeVisible();
    await page.getByRole('link', { name: 'Add OpenAI gpt-5.2' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Provider' })).toBeVisible();
  });
for (let i = 0; i < 3; i++)
  test('reader ' + i, async () => {
    const app = await openApp('/reader/all');
    await expect.element(page.getByText('The Harbour Bridge Closes for Two Years').first()).toBeVisible();
  });
