import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../open-app.ts';
import { failed, listOf, many, noIssues, rowOf, rows, succeeded } from './run-answers.ts';

const nothing = { folders: [], feeds: [], unread: 0, starred: 0, saved: 0 };

describe('runs', () => {
  test('say what to do next when nothing has happened yet', async () => {
    await openApp('/runs', {
      runs: { list: listOf() },
      issues: { list: noIssues },
      reader: {
        subscriptions: nothing,
        entries: { list: { items: [], nextCursor: null, inSummary: [], inTranslation: [] } },
      },
    });
    await expect.element(page.getByText('No runs yet.')).toBeVisible();
    await page.getByRole('tab', { name: 'Issues' }).click();
    await expect.element(page.getByText('No issues.')).toBeVisible();
    await page.getByRole('tab', { name: 'Runs' }).click();
    await page.getByRole('link', { name: 'Go to the Reader' }).click();
    await expect.element(page.getByRole('heading', { name: 'What do you want to read?' })).toBeVisible();
  });

  test('are listed with their model, tokens and cost, as they happen', async () => {
    const { run } = succeeded('A run that succeeds');
    const usage = {
      inputTokens: 1200,
      cachedInputTokens: 0,
      outputTokens: 300,
      costUsd: 0.0024,
      reported: true,
    };
    const app = await openApp('/runs', { runs: { list: listOf() }, issues: { list: noIssues } });
    await expect.element(page.getByText('No runs yet.')).toBeVisible();
    app.script({ runs: { list: { items: [{ ...run, usage }], nextCursor: null } } });
    app.announce('runs');
    const row = rowOf('A run that succeeds');
    for (const words of ['Succeeded', 'scripted-1', '1,500', '$0.0024'])
      await expect.element(row).toMatchTextContent(words);
  });

  test('are filtered by status, and say when there is none', async () => {
    const all = [succeeded('A run that succeeds'), failed('A run that fails'), succeeded('Another')];
    const app = await openApp('/runs?tab=runs', { runs: { list: listOf(...all) } });
    await expect.element(rowOf('A run that succeeds')).toBeVisible();
    const filter = page.getByRole('combobox', { name: 'Status' });
    await filter.selectOptions('failed');
    await expect.element(rows).toMatchTextContent('A run that fails');
    expect(rows.elements()).toHaveLength(1);
    await filter.selectOptions('queued');
    await expect.element(page.getByText('No runs with status “Queued”.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all runs' }).click();
    await expect.poll(() => rows.elements()).toHaveLength(3);
    expect(app.asked('runs.list')).toContainEqual([expect.objectContaining({ status: 'queued' })]);
  });

  test('load page by page', async () => {
    const runs = many(52);
    await openApp('/runs?tab=runs&status=succeeded', {
      runs: {
        list: ({ cursor } = {}) =>
          cursor === undefined
            ? { items: runs.slice(0, 50), nextCursor: 'more' }
            : { items: runs.slice(50), nextCursor: null },
      },
    });
    await expect.poll(() => rows.elements()).toHaveLength(50);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await expect.poll(() => rows.elements()).toHaveLength(52);
    expect(more.query()).toBeNull();
  });
});
