import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { defaultSettings } from '#schema/settings.ts';
import { openBridge, openCoast, parts, textOf } from './panel-parts.ts';
import { keepSummaries } from './summary-answers.ts';

const { panel, shown, growing, summaryButton, abortButton, alert } = parts;

const modelProfileId = modelProfileIdSchema.parse('scripted');
const wordsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `word${first + at} `);

describe('a summary run', () => {
  test('streams from a model token by token, without moving anything', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    // If the entry were marked as read, the count of unread entries would change and move.
    const { reader } = defaultSettings;
    const get = { ...defaultSettings, reader: { ...reader, markReadAfterMs: null } };
    await openBridge({ ...desk.answers, settings: { get } });
    await summaryButton.click();
    started.write('word0 ');
    await expect.element(growing).toBeVisible();
    const shifts = recordShifts();
    const lengths = new Set<number>();
    for (let first = 1; first < 120; first += 20) {
      started.write(...wordsFrom(first, 20), '\n\n');
      await expect.poll(() => textOf(growing)).toContain(`word${first + 19}`);
      lengths.add(growing.element().textContent.length);
    }
    expect(lengths.size).toBeGreaterThan(5);
    started.succeed({ text: growing.element().textContent });
    await expect.poll(() => textOf(shown)).toContain('word119');
    await expect.poll(() => growing.query()).toBeNull();
    expect(shifts()).toEqual([]);
  });

  test('follows the end of the text until the reader scrolls away', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    await openBridge(desk.answers);
    await summaryButton.click();
    const pane = panel.css('[aria-busy]');
    const top = () => pane.element().scrollTop;
    // The text must grow slowly, since the pane follows only such a text.
    let written = 0;
    const writeMore = () => {
      started.write(...wordsFrom(written, 15));
      written += 15;
    };
    await expect
      .poll(() => {
        writeMore();
        return top();
      })
      .toBeGreaterThan(60);
    await expect
      .poll(() => {
        const { scrollHeight, clientHeight, scrollTop } = pane.element();
        return scrollHeight - clientHeight - scrollTop;
      })
      .toBeLessThanOrEqual(48);
    await userEvent.wheel(pane, { delta: { y: -4000 } });
    await expect.poll(top).toBe(0);
    for (let more = 0; more < 12; more += 1) writeMore();
    await expect.poll(() => textOf(growing)).toContain(`word${written - 1}`);
    expect(top()).toBe(0);
  });

  test('keeps the old summary, dimmed, until the new one arrives', async () => {
    const desk = keepSummaries({ text: 'The old summary of the bridge.' });
    const started = desk.addRun();
    await openBridge(desk.answers);
    await expect.element(shown).toBeVisible();
    const opacity = () => Number(getComputedStyle(shown.element()).opacity);
    await summaryButton.click();
    await expect.poll(opacity).toBeLessThan(0.6);
    expect(textOf(shown)).toBe('The old summary of the bridge.');
    started.succeed({ text: 'A wholly new summary of the bridge.' });
    await expect.poll(() => textOf(shown)).toBe('A wholly new summary of the bridge.');
    await expect.poll(opacity).toBe(1);
  });

  test('can be aborted while it is in progress, and only then', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    await openBridge(desk.answers);
    await expect.element(abortButton).toBeDisabled();
    await summaryButton.click();
    await expect.element(abortButton).toBeEnabled();
    started.succeed({ text: 'The bridge closes for two years.' });
    await expect.poll(() => textOf(shown)).toBe('The bridge closes for two years.');
    await expect.element(abortButton).toBeDisabled();
  });

  test('restarts its text when the fallback takes over', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    await openBridge(desk.answers);
    await summaryButton.click();
    started.write('Half ', 'of ', 'it ');
    await expect.poll(() => textOf(growing)).toContain('Half of it');
    const provider = 'openai-compatible';
    started.send(
      {
        type: 'model-failed',
        modelProfileId,
        provider,
        model: 'scripted-1',
        errorCode: 'model_unavailable',
        message: 'The answer was cut off.',
      },
      { type: 'text-reset', reason: 'fallback' },
      { type: 'model-start', modelProfileId, provider, model: 'second-1' },
    );
    started.write('The whole text ');
    await expect.poll(() => textOf(growing)?.trim()).toBe('The whole text');
    started.succeed({ text: 'The whole text of the second model.' });
    await expect.poll(() => textOf(shown)).toBe('The whole text of the second model.');
  });

  test('says why a short text is not summarized, and does it anyway', async () => {
    const desk = keepSummaries();
    const { start } = desk.answers.reader.summaries;
    const app = await openBridge({
      ...desk.answers,
      reader: {
        ...desk.answers.reader,
        summaries: {
          ...desk.answers.reader.summaries,
          start: new AppError('source_too_short', 'The text has 28 words.'),
        },
      },
    });
    await summaryButton.click();
    await expect.poll(() => textOf(alert)).toContain('The text has 28 words.');
    const started = desk.addRun();
    app.script({ reader: { summaries: { start } } });
    await panel.getByRole('button', { name: 'Summarize anyway' }).click();
    await expect.poll(() => app.asked('reader.summaries.start')).toHaveLength(2);
    expect(app.asked('reader.summaries.start')[1]?.[1]).toMatchObject({ anyway: true });
    started.succeed({ text: 'The lighthouse has 201 steps.' });
    await expect.element(shown).toBeVisible();
    expect(alert.query()).toBeNull();
  });

  test('explains a rate-limited model’s failure, with details, and Retry recovers', async () => {
    const desk = keepSummaries();
    const limited = desk.addRun();
    await openBridge(desk.answers);
    await summaryButton.click();
    limited.fail('model_rate_limited', 'Quota used up');
    await expect.poll(() => textOf(alert)).toContain('The provider’s rate limit was reached.');
    expect(textOf(alert)).toContain('Wait until the time shown, or use another model.');
    await expect
      .element(alert.getByRole('link', { name: 'Details' }))
      .toHaveAttribute('href', `/runs?tab=runs&run=${limited.run.id}`);
    const second = desk.addRun();
    await panel.getByRole('button', { name: 'Retry' }).click();
    second.succeed({ text: 'The bridge closes for two years.' });
    await expect.poll(() => textOf(shown)).toBe('The bridge closes for two years.');
    expect(alert.query()).toBeNull();
  });

  test('says that it waits when the model asks for a short delay', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    await openBridge(desk.answers);
    await summaryButton.click();
    started.send({
      type: 'model-retry',
      modelProfileId,
      errorCode: 'model_rate_limited',
      message: 'Too many requests',
      waitMs: 2000,
    });
    await expect.element(panel.getByText('Trying again in 2s.', { exact: false })).toBeVisible();
    started.succeed({ text: 'The bridge closes for two years.' });
    await expect.poll(() => textOf(shown)).toContain('two years');
  });

  test('warns if the summary came back in another language than requested', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    const app = await openBridge(desk.answers);
    await parts.language.selectOptions('ja');
    await summaryButton.click();
    await expect.element(abortButton).toBeEnabled();
    expect(app.asked('reader.summaries.start')[0]?.[1]).toMatchObject({ targetLanguage: 'ja' });
    started.succeed({ text: 'The bridge closes for two years.', run: { outputLanguage: 'en' } });
    await expect.poll(() => textOf(parts.metadata('strayed'))).toContain('English');
  });

  test('never shows the text of one entry under another, even while it streams', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    const app = await openBridge(desk.answers);
    await summaryButton.click();
    started.write('word0 ', 'word1 ');
    await expect.poll(() => textOf(growing)).toContain('word0');
    await openCoast();
    await expect.element(parts.empty).toBeVisible();
    expect(panel.element().textContent).not.toContain('word0');
    // The run that was started manually continues and is found again.
    await parts.row('The Harbour Bridge').click();
    await expect.poll(() => textOf(growing)).toMatch(/^word0 word1/);
    expect(app.asked('runs.cancel')).toEqual([]);
    await abortButton.click();
    await expect.element(panel.getByText('Stopped.', { exact: false })).toBeVisible();
    expect(app.asked('runs.cancel')).toEqual([[started.run.id]]);
  });
});

interface LayoutShift extends PerformanceEntry {
  sources: readonly { node: Node | null }[];
}

/** Records layout shifts from now on. The caret at the end of the text has no node of its own and may move. */
function recordShifts(): () => string[] {
  const entries: PerformanceEntryList = [];
  const watching = new PerformanceObserver((list) => void entries.push(...list.getEntries()));
  watching.observe({ type: 'layout-shift' });
  return () => {
    entries.push(...watching.takeRecords());
    watching.disconnect();
    return (entries as LayoutShift[])
      .flatMap(({ sources }) => sources)
      .filter(({ node }) => node !== null)
      .map(({ node }) => node?.nodeName ?? '');
  };
}
