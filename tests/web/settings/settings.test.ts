import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../open-app.ts';
import { keepSettings } from './settings-answers.ts';
import { screen } from './settings-parts.ts';

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
  await openApp('/settings/agents?open=assistant', {}, { kept: { 'precis.language': 'zh-Hans' } });
  await expect.element(page.getByText('8000 — 默认值').first()).toBeVisible();
  await page.getByRole('link', { name: '花费' }).click();
  await expect.element(page.getByText('按模型配置中的价格计算，并非账单。')).toBeVisible();
  await expect.poll(() => document.title).toBe('花费 – 设置 – Precis');
});

test('for summaries take effect immediately', async () => {
  const settings = keepSettings();
  const app = await openApp('/settings/summaries', { settings });
  await screen.field('Target Language').selectOptions('ja');
  await expect.element(page.getByText('Saved.')).toBeVisible();
  await screen.field('Fallback model').selectOptions('builtin');
  await screen.field('Detail Level').selectOptions('short');
  await expect
    .poll(() => app.asked('settings.patch'))
    .toEqual([
      [{ summaryAgent: { defaultTargetLanguage: 'ja' } }],
      [{ summaryAgent: { fallbackModelProfileId: 'builtin' } }],
      [{ summaryAgent: { defaultDetailLevel: 'short' } }],
    ]);
  settings.patch({ summaryAgent: { defaultTargetLanguage: 'en' } });
  app.announce('settings');
  await expect.element(screen.field('Target Language')).toHaveValue('en');
});

test('keep unsaved changes while switching sections, and ask before they are lost', async () => {
  const app = await openApp('/settings/storage');
  const days = screen.field('Keep runs for (days)');
  const spaces = page.getByRole('link', { name: 'Spaces', exact: true });
  await days.fill('7');
  await screen.nav.getByRole('link', { name: 'About' }).click();
  await expect.element(page.getByText(/SQLite, embedded/)).toBeVisible();
  await screen.nav.getByRole('link', { name: /Storage\s*Unsaved changes/ }).click();
  await expect.element(days).toHaveValue('7');
  await spaces.click();
  await screen.dialog.getByRole('button', { name: 'Stay here' }).last().click();
  await expect.element(days).toHaveValue('7');
  await screen.button('Discard changes').click();
  await spaces.click();
  await expect.element(page.getByRole('navigation', { name: 'Spaces and threads' })).toBeVisible();
  expect(app.place()).toBe('/spaces');
});

test('check the configuration on request', async () => {
  const app = await openApp('/settings/about');
  await expect.element(screen.button('Run checks')).toBeVisible();
  expect(app.asked('diagnosis')).toEqual([]);
  await screen.button('Run checks').click();
  await expect.element(screen.button('Run again')).toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'SQLite, embedded; integrity OK' }))
    .toBeVisible();
});
