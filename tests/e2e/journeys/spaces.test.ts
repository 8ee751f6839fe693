import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { soon } from '../soon.ts';
import { foldText } from '../texts.ts';
import { useOfflineModel } from '../use-model.ts';
import { useSpacesBench } from '../use-spaces-bench.ts';

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

describe('a thread of ten turns', () => {
  test('says when the summary is updated, shows it, and keeps it across a reload', async () => {
    const { spaces, page, complaints } = await bench.openThread({ turns: 6 });
    expect(await spaces.drawer.innerText()).toContain('No summary yet.');
    const gate = Promise.withResolvers<void>();
    bench.answerBy({ fold: { text: foldText }, beforeFold: gate.promise });
    await spaces.say('Question 7');
    await spaces.thread.getByText('Summarizing older messages…').waitFor();
    // The next message can be written in the meantime; its answer waits for the summary.
    await spaces.field.fill('Question 8');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('Summarizing older messages…').waitFor();
    gate.resolve();
    await expect.poll(() => spaces.messages.count(), soon).toBe(16);
    bench.answerBy({});
    for (const turn of [9, 10]) await spaces.say(`Question ${turn}`);
    await expect
      .poll(() => spaces.summary.innerText(), soon)
      .toContain('The user plans to move the office to Lisbon');
    for (const words of ['scripted-1', 'of 20 messages'])
      await expect.poll(() => spaces.made.innerText(), soon).toContain(words);
    await spaces.boundary('Folded into the summary').waitFor();
    await spaces.boundary(/^Live window: \d turns$/).waitFor();
    // Four turns remain for the next message.
    await expect.poll(() => spaces.dimmed.count(), soon).toBe(12);
    expect(await spaces.meter.getAttribute('aria-valuetext')).toMatch(/tokens sent/);

    await spaces.drawer.getByText('What each memory policy costs here').click();
    const costs = spaces.drawer.getByRole('table', { name: 'What each memory policy costs here' });
    await costs.waitFor();
    await expect
      .poll(() => costs.getByRole('rowheader').allInnerTexts(), soon)
      .toEqual(['Adaptive\ncurrent', 'Batched', 'Segments', 'Frugal']);
    const frugal = costs.getByRole('row').filter({ hasText: 'Frugal' });
    await expect.poll(() => frugal.getByRole('cell').last().innerText(), soon).toMatch(/^\$0\.\d+$/);
    await page.reload();
    await expect.poll(() => spaces.foldedCard.innerText(), soon).toContain('12 messages, summarized');
    expect(await spaces.messages.count()).toBe(8);
    expect(await spaces.summary.innerText()).toContain('The user plans to move the office to Lisbon');
    await spaces.foldedCard.click();
    await expect.poll(() => spaces.messages.count(), soon).toBe(20);
    await expect.poll(() => spaces.dimmed.count(), soon).toBe(12);
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

describe('a Space', () => {
  test('is created with instructions and an agent, edited and deleted', async () => {
    const { page, complaints, spaces } = await bench.open('/spaces');
    await spaces.nav.getByRole('button', { name: 'New Space' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Writing');
    await dialog.getByRole('textbox', { name: 'Custom instructions' }).fill('Answer like a librarian.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await spaces.say('Which shelf?');
    expect(bench.model().requests.find(({ prompt }) => prompt === 'Which shelf?')?.system).toContain(
      'like a librarian',
    );

    await spaces.nav.getByRole('button', { name: 'More options for Writing' }).click();
    await page.getByRole('menuitem', { name: 'Edit Space…' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drafts');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await spaces.nav.getByRole('button', { name: 'More options for Drafts' }).click();
    await page.getByRole('menuitem', { name: 'Delete Space…' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // Behind an open dialog nothing has a role.
    await expect.poll(() => dialog.count(), soon).toBe(0);
    await expect
      .poll(() => spaces.nav.getByRole('button', { name: 'More options for Drafts' }).count(), soon)
      .toBe(0);
    expect((await bench.client().spaces.list()).map(({ name }) => name)).toEqual(['Research']);
    expect(complaints).toEqual([]);
  });
});
