import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../open-app.ts';

test('say why a connection fails, and the message stays', async () => {
  const message = 'Check the API key in the model profile.';
  await openApp('/settings/models', {
    models: { test: { ok: false, model: null, durationMs: 12, message } },
  });
  await page
    .getByRole('article', { name: 'Scripted' })
    .getByRole('button', { name: 'Test connection' })
    .click();
  const told = page.getByText(/Check the API key in the model profile\./);
  await expect.element(told).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await sections.getByRole('link', { name: 'Storage' }).click();
  await sections.getByRole('link', { name: 'Models' }).click();
  await expect.element(told).toBeVisible();
});

test('show not found if the URL names no section', async () => {
  await openApp('/settings/no-such-section');
  await expect.element(page.getByText('Page not found.')).toBeVisible();
  expect(page.getByRole('navigation', { name: 'Settings' }).query()).toBeNull();
});

test('support Chinese', async () => {
  await openApp('/settings/spending', {}, { kept: { 'precis.language': 'zh-Hans' } });
  await expect.element(page.getByText('按模型配置中的价格计算，并非账单。')).toBeVisible();
  expect(document.title).toBe('花费 – 设置 – Precis');
});
