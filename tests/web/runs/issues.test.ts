import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../open-app.ts';
import { issuePanel, noIssues, oneIssue, rows } from './run-answers.ts';

const title = 'The Harbour Bridge Closes for Two Years';

describe('issues', () => {
  test('come first if there are any, with a count on the rail', async () => {
    await openApp('/runs');
    await expect.element(page.getByRole('link', { name: /Runs & Issues\s*1 issue/ })).toBeVisible();
    await expect.element(page.getByRole('tab', { name: /^Issues/ })).toHaveAttribute('aria-selected', 'true');
    await rows.first().getByRole('link').click();
    for (const words of [
      'The provider rejected the API key.',
      'Check the API key in the model profile.',
      'Attempt 1 started',
    ])
      await expect.element(issuePanel).toMatchTextContent(words);
  });

  test('of an entry’s run link to the entry', async () => {
    await openApp('/runs?tab=issues');
    await rows.first().getByRole('link').click();
    await expect.element(issuePanel.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(issuePanel.getByRole('link', { name: title })).toBeVisible();
    expect(issuePanel.getByRole('link', { name: title }).elements()).toHaveLength(1);
    await issuePanel.getByRole('link', { name: 'Open entry' }).click();
    await expect.element(page.getByRole('heading', { level: 1 }).last()).toMatchTextContent(title);
  });

  test('are cleared after asking once', async () => {
    let list = { ...oneIssue, total: 3, failures: 3 };
    const app = await openApp('/runs?tab=issues', {
      issues: {
        list: () => list,
        clear() {
          list = noIssues;
          return 3;
        },
      },
    });
    await page.getByRole('button', { name: 'Clear issues' }).click();
    await expect.element(page.getByText('Delete all 3 issues?')).toBeVisible();
    expect(app.asked('issues.clear')).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('No issues.')).toBeVisible();
    expect(app.asked('issues.clear')).toHaveLength(1);
  });
});
