import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { type SpendingRow, type StorageReport, storageReportSchema } from '#schema/wire.ts';
import { openApp } from '../open-app.ts';
import { keepSettings } from './settings-answers.ts';
import { screen } from './settings-parts.ts';

const today = new Date().toLocaleDateString('sv-SE');
const row: SpendingRow = {
  day: today,
  taskType: 'summary',
  provider: 'openai-compatible',
  model: 'scripted-1',
  runs: 1,
  inputTokens: 120_000,
  cachedInputTokens: 0,
  outputTokens: 30_000,
  costUsd: 0.24,
  unpricedRuns: 0,
};

test('show spending against caps, and say when automatic runs pause', async () => {
  const settings = keepSettings();
  let rows: SpendingRow[] = [];
  const app = await openApp('/settings/spending', {
    settings,
    spending: {
      get() {
        const todayUsd = rows.length * row.costUsd;
        const cap = settings.get().spending.dailyCapUsd ?? Number.POSITIVE_INFINITY;
        return { rows, todayUsd, monthUsd: todayUsd, paused: todayUsd >= cap };
      },
    },
  });
  const daily = screen.field('Daily cap (US dollars)');
  await expect.element(page.getByText(/The offline model is free\./)).toBeVisible();
  rows = [row];
  app.announce('runs');
  await expect.element(screen.main.getByRole('table', { name: 'By model' })).toMatchTextContent('$0.24');
  await expect.element(screen.main.getByRole('table', { name: 'By task' })).toMatchTextContent('Summary');
  expect(page.getByRole('meter').query()).toBeNull();
  await daily.fill('0');
  await screen.save.click();
  await expect.element(page.getByText('Enter a number greater than 0.')).toBeVisible();
  expect(app.asked('settings.patch')).toEqual([]);
  await daily.fill('0.2');
  await screen.save.click();
  await expect.poll(() => app.asked('settings.patch')).toMatchObject([[{ spending: { dailyCapUsd: 0.2 } }]]);
  app.announce('settings');
  await expect.element(screen.alert.getByText('Automatic runs are paused')).toBeVisible();
  await expect
    .element(page.getByRole('meter', { name: 'Today' }))
    .toHaveAttribute('aria-valuetext', '$0.24 of $0.20');
  await daily.fill('');
  await screen.save.click();
  await expect
    .poll(() => app.asked('settings.patch').at(-1))
    .toMatchObject([{ spending: { dailyCapUsd: null } }]);
  app.announce('settings');
  await expect.element(screen.alert).not.toBeInTheDocument();
  const days = screen.main.getByRole('row').getByText('$0.24');
  const before = days.elements().length;
  await screen.main.getByText('Show as a table').click();
  await expect.poll(() => days.elements().length).toBeGreaterThan(before);
});

test('say that the cost of a model without prices is unknown', async () => {
  const unpriced = { ...row, model: 'unpriced-model', costUsd: 0, unpricedRuns: 1 };
  await openApp('/settings/spending', {
    spending: { get: { rows: [unpriced], todayUsd: 0, monthUsd: 0, paused: false } },
  });
  await expect
    .element(page.getByText(/^1 run used a model without prices and is not included\./))
    .toBeVisible();
  await expect
    .element(page.getByRole('table', { name: 'By model' }).getByRole('row', { name: /unpriced-model/ }))
    .toMatchTextContent('unknown');
});

test('clear stored data after naming what is deleted and how much', async () => {
  const settings = keepSettings();
  let report: StorageReport = storageReportSchema.parse(inject('recordedAnswers')['storage.get']?.['']);
  report = { ...report, counts: { ...report.counts, summaries: 1, runs: 2 } };
  const app = await openApp('/settings/storage', {
    settings,
    storage: {
      get: () => report,
      clear(what) {
        const kind = what === 'finished-runs' ? 'runs' : what;
        const deleted = report.counts[kind];
        report = { ...report, counts: { ...report.counts, [kind]: 0 } };
        return deleted;
      },
    },
  });
  await screen.button('Clear summaries…').click();
  await expect.element(screen.dialog.getByText(/Delete 1 summary\?/)).toBeVisible();
  expect(app.asked('storage.clear')).toEqual([]);
  await screen.yes('Clear').click();
  await expect.element(screen.main.getByText('1 deleted')).toBeVisible();
  await screen.button('Clear finished runs…').click();
  await expect
    .element(screen.dialog.getByText(/Delete all finished runs\? There are 2 runs in total\./))
    .toBeVisible();
  await screen.yes('Clear').click();
  await expect.element(screen.main.getByText('2 deleted')).toBeVisible();
  expect(app.asked('storage.clear')).toEqual([['summaries'], ['finished-runs']]);
  await screen.field('Maximum summaries').fill('500');
  await screen.main.getByRole('form', { name: 'Limits' }).getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.main.getByText('Saved.')).toBeVisible();
  expect(app.asked('settings.patch')).toMatchObject([[{ storage: { summaryCap: 500 } }]]);
});
