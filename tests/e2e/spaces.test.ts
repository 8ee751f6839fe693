import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { useOfflineModel } from './use-model.ts';
import { useSpacesBench } from './use-spaces-bench.ts';

const bench = useSpacesBench();

describe('the first thread', () => {
  test('is one click away, and explains what to expect without a model', async () => {
    await bench.client().spaces.remove(bench.spaceId());
    await useOfflineModel(bench.client());
    const { page, complaints, spaces } = await bench.open('/spaces');
    await page.getByRole('button', { name: 'Start your first thread' }).click();
    await expect
      .poll(() => spaces.thread.innerText(), soon)
      .toContain('the offline model answers with quotes');
    await expect
      .poll(() => spaces.field.evaluate((field) => field === field.ownerDocument.activeElement))
      .toBe(true);
    await spaces.say('What do I have on bridges?');
    expect(await spaces.answers.last().innerText()).toContain(
      'Quoted from your library by the offline model',
    );
    expect(complaints).toEqual([]);
  });
});

describe('the summary', () => {
  test('waits silently while there is too little to summarize', async () => {
    const { spaces } = await bench.openThread({ turns: 6 });
    bench.answerBy({ fold: { text: 'A question and its answer.' } });
    await spaces.say('Question 7');
    expect(await spaces.answers.last().innerText()).toContain('Answer to: Question 7');
    expect(await spaces.drawer.innerText()).toContain('No summary yet.');
    expect(await spaces.drawer.getByRole('alert').count()).toBe(0);
    expect(await spaces.toast.innerText()).toBe('');
    bench.answerBy({});
    await spaces.say('Question 9');
    await expect.poll(() => spaces.summary.innerText(), soon).toContain('The user plans to move');
  });
});

describe('threads', () => {
  test('are titled by their first turn, renamed, exported and deleted', async () => {
    const { spaces, page } = await bench.openThread();
    await spaces.say('Where shall we move the office?');
    await expect.poll(() => spaces.title.innerText(), soon).toBe('The office in Lisbon');
    await spaces.choose('Rename…');
    await page.locator('input[aria-label=Title]:focus').waitFor();
    await page.keyboard.type('Our new office');
    await page.keyboard.press('Enter');
    await spaces.threadLink('Our new office').waitFor();

    const download = page.waitForEvent('download');
    await spaces.choose('Export as Markdown');
    const file = await download;
    expect(file.suggestedFilename()).toBe('Our new office.md');
    expect(readFileSync(await file.path(), 'utf8')).toContain('Answer to: Where shall we move the office?');
    const second = page.waitForEvent('download');
    await spaces.choose('Export as JSON');
    expect(JSON.parse(readFileSync(await (await second).path(), 'utf8'))).toMatchObject({
      format: 'precis-thread',
      messages: [{ role: 'user' }, { role: 'assistant' }],
    });

    await spaces.choose('Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => spaces.threadLink('Our new office').count(), soon).toBe(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/spaces');
  });

  test('show a folded message where a link leads to it', async () => {
    const { id } = await bench.openThread({ turns: 8 });
    const { spaces } = await bench.open(`/spaces/thread/${id}?message=3`);
    await expect
      .poll(() => spaces.thread.locator('[data-body][data-passage]').innerText(), soon)
      .toContain('Question 2');
    expect(await spaces.foldedCard.getAttribute('aria-expanded')).toBe('true');
    await expect
      .poll(
        () =>
          spaces.thread.getByText('Question 2', { exact: true }).evaluate((message) => {
            const { top, bottom } = message.getBoundingClientRect();
            return top >= 0 && bottom <= message.ownerDocument.documentElement.clientHeight;
          }),
        soon,
      )
      .toBe(true);
  });

  test('show the same in two tabs, while the answer arrives and after', async () => {
    const { spaces, id } = await bench.openThread({ turns: 1 });
    const { spaces: second } = await bench.open(`/spaces/thread/${id}`);
    await second.field.waitFor();
    bench.answerBy({ reply: { chunks: Array.from({ length: 120 }, (_, at) => `part${at} `), delayMs: 50 } });
    await spaces.field.fill('For both of us');
    await spaces.field.press('Enter');
    await second.growing.getByText('part5').waitFor(soon);
    await second.messages.filter({ hasText: 'For both of us' }).waitFor(soon);
    await expect.poll(() => second.answers.count(), soon).toBe(2);
    await expect.poll(() => second.answers.last().innerText(), soon).toContain('part119');
    await expect.poll(() => second.growing.count(), soon).toBe(0);
  });
});
