import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { runSchema } from '#schema/runs/run.ts';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { idOf, makeHeads, openLibrary, recordedSummary } from './library.ts';
import { reader } from './reader-parts.ts';

const { keyboard } = userEvent;
const bar = page.getByRole('toolbar', { name: 'Selected entries' });
const notice = page.getByTestId('marking');

const count = () => bar.getByRole('status').query()?.textContent ?? null;
const act = (name: string) => bar.getByRole('button', { name }).click();
const select = (title: string) => reader.row(title).click({ modifiers: ['Control'] });

async function openList() {
  const library = openLibrary(makeHeads(8));
  const app = await openApp('/reader/all', library.answers);
  await expect.element(reader.row('Entry 0.')).toBeVisible();
  return { ...library, app };
}

const estimate = {
  entries: 2,
  skipped: 0,
  isCut: false,
  inputTokens: 900,
  outputTokens: 60,
  costUsd: null,
  modelProfileId: 'scripted',
  model: 'scripted-1',
};

describe('a selection in the list', () => {
  test('is made by click and key, marks and stars together, and can be undone', async () => {
    const { titlesOf } = await openList();
    const chosen = ['Entry 1.', 'Entry 3.', 'Entry 4.'];
    await select('Entry 1.');
    await expect.poll(count).toBe('1 selected');
    await reader.row('Entry 4.').click({ modifiers: ['Shift'] });
    await expect.poll(count).toBe('4 selected');
    await select('Entry 2.');
    await expect.poll(count).toBe('3 selected');
    expect(reader.current.query()).toBeNull();
    expect(await findViolations()).toEqual([]);

    await act('Mark as read');
    await expect.poll(() => titlesOf('read')).toEqual(chosen);
    await expect.element(notice).toMatchTextContent('3 entries marked as read.');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOf('read')).toEqual([]);
    await act('Star');
    await expect.poll(() => titlesOf('starred')).toEqual(chosen);
    await expect.element(notice).toMatchTextContent('3 entries starred.');
    expect(await findViolations()).toEqual([]);
    await keyboard('{Escape}');
    await expect.poll(count).toBeNull();

    await keyboard('j');
    await expect.element(reader.title).toHaveTextContent('Entry 0.');
    await keyboard('x');
    await expect.poll(count).toBe('1 selected');
    await keyboard('x');
    await expect.poll(count).toBeNull();
  });

  test('is summarized, and says how many cannot be', async () => {
    const { app, patch } = await openList();
    const { run } = recordedSummary();
    app.script({
      reader: {
        summaries: {
          start(id) {
            if (Number(id) === idOf(7)) throw new AppError('source_too_short', 'The text is too short.');
            return runSchema.parse({ ...run, status: 'queued' });
          },
        },
      },
    });
    for (const title of ['Entry 5.', 'Entry 7.']) await select(title);
    await act('Summarize');
    await expect.element(notice).toMatchTextContent('Summarizing 1 entry. 1 entry can’t be');
    const asked = app.asked('reader.summaries.start');
    expect(asked.map(([id]) => Number(id))).toEqual([idOf(5), idOf(7)]);
    expect(reader.row('Entry 5.').getByText('has a summary').query()).toBeNull();
    patch([idOf(5)], { hasSummary: true, summaryStart: 'Short.' });
    app.announce('entries');
    await expect.element(reader.row('Entry 5.').getByText('has a summary')).toBeInTheDocument();
  });

  test('is exported as one file, and offered to a tagging batch', async () => {
    const { app } = await openList();
    app.script({
      translations: { exportEntry: (id) => `# Article ${id}` },
      tags: { batches: { estimate } },
    });
    const saved: { name: string; blob: Promise<string> }[] = [];
    let text = Promise.resolve('');
    const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) text = blob.text();
      return 'blob:none';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: text });
    });
    try {
      for (const title of ['Entry 0.', 'Entry 1.']) await select(title);
      await act('Export');
      await expect.poll(() => saved.map(({ name }) => name)).toEqual(['2 entries.md']);
      expect(await saved[0]?.blob).toBe(`# Article ${idOf(0)}\n\n---\n\n# Article ${idOf(1)}`);
    } finally {
      url.mockRestore();
      click.mockRestore();
    }
    await act('Tag');
    await expect.element(reader.dialog).toMatchTextContent('2 selected entries');
  });
});
