import { describe, expect, test } from 'vitest';
import { soon } from '../soon.ts';
import { foldText } from '../texts.ts';
import { useSpacesBench } from '../use-spaces-bench.ts';

const bench = useSpacesBench();

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
    // Four turns stay undimmed, since they are sent with the next message.
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
    // Behind an open dialog, no element has a role.
    await expect.poll(() => dialog.count(), soon).toBe(0);
    await expect
      .poll(() => spaces.nav.getByRole('button', { name: 'More options for Drafts' }).count(), soon)
      .toBe(0);
    expect((await bench.client().spaces.list()).map(({ name }) => name)).toEqual(['Research']);
    expect(complaints).toEqual([]);
  });
});
