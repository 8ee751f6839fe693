import { describe, expect, inject, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openBridge, openCoast, parts, textOf } from './panel-parts.ts';
import { keepSummaries } from './summary-answers.ts';

const { panel, shown, empty, summaryButton, abortButton } = parts;
const medium = { text: 'The bridge closes for two years, and ferries run.', detailLevel: 'medium' } as const;
const short = { text: 'The bridge closes.', detailLevel: 'short' } as const;

describe('the Summary Panel', () => {
  test('has one summary for each language and detail, and shows the selected one', async () => {
    const desk = keepSummaries(medium);
    await openBridge(desk.answers);
    await expect.poll(() => textOf(shown)).toBe(medium.text);
    await parts.detail('Short').click();
    await expect.poll(() => textOf(empty)).toContain('No summary in English, Short.');
    const started = desk.addRun();
    await summaryButton.click();
    await expect.element(abortButton).toBeEnabled();
    started.succeed({ text: short.text });
    await expect.poll(() => textOf(shown)).toBe(short.text);
    await parts.language.selectOptions('ja');
    await expect.poll(() => textOf(empty)).toContain('日本語');
    await parts.language.selectOptions('en');
    await parts.detail('Medium').click();
    await expect.poll(() => textOf(shown)).toBe(medium.text);

    // A stored summary shows its own parameters, whatever was selected elsewhere in the meantime.
    await openCoast();
    await expect.element(empty).toBeVisible();
    await parts.language.selectOptions('fr');
    await parts.row('The Harbour Bridge').click();
    await expect.element(parts.language).toHaveValue('en');
    await expect.element(parts.detail('Short')).toBeChecked();
    await expect.poll(() => textOf(shown)).toBe(short.text);
  });

  test('copies the text to the clipboard', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openBridge(keepSummaries(medium).answers);
    await expect.element(shown).toBeVisible();
    await panel.getByRole('button', { name: 'Copy', exact: false }).click();
    await expect.element(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(write.mock.calls).toEqual([[medium.text]]);
    write.mockRestore();
  });

  test('clears the shown summary, or all of the article', async () => {
    const { entryId } = inject('world');
    const app = await openBridge(keepSummaries(medium, short).answers);
    await expect.poll(() => parts.row('The Harbour Bridge').element().textContent).toContain('has a summary');
    await expect.poll(() => textOf(shown)).toBe(medium.text);
    await clear('Clear this summary');
    await expect.element(empty).toBeVisible();
    await expect.element(parts.detail('Medium')).toBeChecked();
    await parts.detail('Short').click();
    await expect.poll(() => textOf(shown)).toBe(short.text);
    await clear('Clear all summaries for this article');
    await expect.element(empty).toBeVisible();
    expect(app.asked('reader.summaries.clear')).toEqual([
      [entryId, { targetLanguage: 'en', detailLevel: 'medium' }],
      [entryId, {}],
    ]);
    app.announce('entries');
    await expect
      .poll(() => parts.row('The Harbour Bridge').element().textContent)
      .not.toContain('has a summary');
    await expect.element(parts.clearButton).toBeDisabled();
  });

  test('says when the model has changed since', async () => {
    await openBridge(keepSummaries({ ...medium, stale: ['model'] }, short).answers);
    await expect.poll(() => textOf(parts.metadata('stale-model'))).toBe('Model changed');
    await parts.detail('Short').click();
    await expect.poll(() => textOf(shown)).toBe(short.text);
    expect(parts.metadata('stale-model').query()).toBeNull();
  });

  test('shows the prompt, and accepts another system prompt for one run', async () => {
    const desk = keepSummaries();
    const app = await openBridge(desk.answers);
    const advanced = panel.getByRole('button', { name: 'Advanced' });
    await advanced.click();
    await expect.element(panel.getByText('summary.default, version', { exact: false })).toBeVisible();
    await panel.getByText('Rendered prompt', { exact: false }).click();
    await expect.element(panel.getByText('Lindhaven harbour bridge', { exact: false }).first()).toBeVisible();
    await panel.getByRole('textbox').fill('Answer like a harbour pilot.');
    const first = desk.addRun();
    await summaryButton.click();
    await expect.element(abortButton).toBeEnabled();
    first.succeed({ text: 'Steady as she goes.' });
    await advanced.click();
    await expect.poll(() => textOf(shown)).toBe('Steady as she goes.');
    const second = desk.addRun();
    await summaryButton.click();
    await expect.element(abortButton).toBeEnabled();
    second.succeed({ text: 'As usual.' });
    await expect.poll(() => textOf(shown)).toBe('As usual.');
    const asked = app.asked('reader.summaries.start').map(([, request]) => request);
    expect(asked[0]).toMatchObject({ systemPromptOverride: 'Answer like a harbour pilot.' });
    expect(asked[1]).not.toHaveProperty('systemPromptOverride');
  });
});

async function clear(item: string): Promise<void> {
  await parts.clearButton.click();
  await page.getByRole('menuitem', { name: item }).click();
}
