import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { openApp } from '../open-app.ts';
import { failed, listOf, oneIssue, rowOf, running, runPanel, succeeded } from './run-answers.ts';

describe('a run', () => {
  test('opens with its details, and closes with Escape, back on its row', async () => {
    const shown = succeeded('A run that succeeds');
    await openApp('/runs?tab=runs', {
      runs: { list: listOf(shown, succeeded('Another')), get: shown },
    });
    const link = rowOf('A run that succeeds').getByRole('link');
    await expect.element(link).toBeVisible();
    (link.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    for (const words of [
      'The council decided by nine votes to four.',
      'summary.default, version',
      '1 of 1 parts read',
      '1,079 input tokens',
      'targetLanguage',
    ])
      await expect.element(runPanel).toMatchTextContent(words);
    await userEvent.keyboard('{Escape}');
    await expect.element(runPanel).not.toBeInTheDocument();
    await expect.element(link).toHaveFocus();
    expect(document.activeElement?.textContent).toBe('A run that succeeds');
  });

  test('shows its template file and system prompt, whose text comes on request', async () => {
    const { run, prompt, ...rest } = succeeded('A run with a prompt of its own');
    if (run.provenance === null || prompt === null) throw new Error('its prompt was not recorded');
    const systemPromptOverride = 'Write as a harbour master would.';
    await openApp(`/runs?tab=runs&run=${run.id}`, {
      runs: {
        get: {
          ...rest,
          run: { ...run, provenance: { ...run.provenance, systemPromptOverridden: true } },
          prompt: { ...prompt, systemPromptOverride },
        },
      },
    });
    for (const words of ['Built in', run.provenance.templates[0]?.hash.slice(0, 12) ?? '', 'shortWords'])
      await expect.element(runPanel).toMatchTextContent(words);
    await expect.element(runPanel.getByText(systemPromptOverride)).not.toBeVisible();
    await expect.element(runPanel).not.toMatchTextContent('Template changed');
    await runPanel.getByText('Replaced for this run').click();
    await expect.element(runPanel.getByText(systemPromptOverride)).toBeVisible();
  });

  test('says that its template has changed since', async () => {
    const { run, ...rest } = succeeded('A run with an older template');
    await openApp(`/runs?tab=runs&run=${run.id}`, { runs: { get: { ...rest, run, templateChanged: true } } });
    await expect.element(runPanel).toMatchTextContent('Template changed');
  });

  test('is retried as a new one, which opens', async () => {
    const [before, after] = [failed('A run that fails'), succeeded('A run that fails')];
    const app = await openApp('/runs?tab=runs&status=failed', {
      runs: {
        list: listOf(before, after),
        get: (id) => (id === before.run.id ? before : after),
        retry: after.run,
      },
    });
    await rowOf('A run that fails').getByRole('link').click();
    await expect.element(runPanel.getByText('Check the API key in the model profile.')).toBeVisible();
    await runPanel.getByRole('button', { name: 'Retry' }).click();
    await expect.element(runPanel).toMatchTextContent('The council decided by nine votes to four.');
    expect(app.asked('runs.retry').map(([id]) => id)).toEqual([before.run.id]);
    await expect.poll(() => rowOf('A run that fails').elements()).toHaveLength(2);
  });

  test('that failed shows its recent events on request', async () => {
    const shown = failed('A run that fails');
    const app = await openApp('/runs?tab=runs&status=failed', {
      runs: {
        list: listOf(shown),
        get: shown,
        async *events() {
          yield* oneIssue.items[0]?.lastEvents ?? [];
        },
      },
    });
    await rowOf('A run that fails').getByRole('link').click();
    const button = runPanel.getByRole('button', { name: 'Show recent events' });
    await expect.element(button).toBeVisible();
    expect(app.asked('runs.events')).toEqual([]);
    await button.click();
    await expect.poll(() => runPanel.getByText(/^Ended:/).elements()).toHaveLength(1);
  });

  test('is cancelled, and can then be retried', async () => {
    let shown = running('A run that hangs');
    const { id } = shown.run;
    const app = await openApp(`/runs?tab=runs&run=${id}`, {
      runs: {
        list: () => listOf(shown)(),
        get: () => shown,
        cancel() {
          shown = { ...shown, run: { ...shown.run, status: 'cancelled', finishedAt: shown.run.updatedAt } };
          return shown.run;
        },
      },
    });
    await expect.element(runPanel.getByText('Running')).toBeVisible();
    await runPanel.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(runPanel.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect.element(runPanel.getByRole('button', { name: 'Retry' })).toBeEnabled();
    expect(app.asked('runs.cancel').map(([asked]) => asked)).toEqual([id]);
  });

  test('says that it no longer exists', async () => {
    await openApp('/runs?tab=runs&run=0199a6f0-0000-7000-8000-000000000001', {
      runs: { get: new AppError('not_found', 'There is no such run.') },
    });
    await expect.element(runPanel).toMatchTextContent('This run no longer exists.');
    expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull();
  });
});
