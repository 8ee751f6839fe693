import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { textOf } from './use-panel-bench.ts';
import { bridge, lastWords, slowReply, stalledReply, useRecoveryBench } from './use-recovery-bench.ts';

const bench = useRecoveryBench();

async function openTwoEntries() {
  const one = await bench.openEntry();
  const two = await bench.openBeside(one.page);
  await two.reader.open(new URL(one.page.url()).pathname);
  await two.panel.empty.waitFor();
  return { one, two };
}

describe('two tabs', () => {
  test('show the same summary as it streams, its end, and that it was cleared', async () => {
    // The reply is slow, so that the other tab hears of the run before it ends.
    bench.answerBy({ ...slowReply, delayMs: 150 });
    const { one, two } = await openTwoEntries();
    await one.panel.summaryButton.click();
    await two.panel.growing.getByText('Part 5 of it.').waitFor(soon);
    for (const { panel } of [one, two]) {
      await expect.poll(() => textOf(panel.shown), soon).toContain(lastWords);
    }
    await two.panel.clear('Clear this summary');
    for (const { panel } of [one, two]) await panel.empty.waitFor(soon);
  });

  test('both see that one of them aborted', async () => {
    bench.answerBy(stalledReply);
    const { one, two } = await openTwoEntries();
    await one.panel.summaryButton.click();
    await two.panel.growing.getByText('Part 5 of it.').waitFor(soon);
    await two.panel.abortButton.click();
    for (const { panel } of [one, two]) {
      await expect.poll(() => panel.panel.innerText(), soon).toContain('Stopped. Nothing was saved.');
    }
  });

  test('agree on read entries, settings and the language', async () => {
    const { client } = bench;
    // With this setting, neither tab marks the entry by itself.
    await client().settings.patch({ reader: { markReadAfterMs: null } });
    const { one, two } = await openTwoEntries();
    const id = await bench.idOf(bridge);
    await client().reader.entries.patch(id, { read: false });
    await two.page.getByRole('button', { name: 'Mark as read', exact: true }).waitFor(soon);
    const unread = two.reader.feeds.getByRole('listitem').filter({ hasText: 'Unread' }).first();
    await expect.poll(() => unread.innerText(), soon).toMatch(/\d/);
    const before = await unread.innerText();
    await one.page.getByRole('button', { name: 'Mark as read', exact: true }).click();
    await expect.poll(() => unread.innerText(), soon).not.toBe(before);

    await one.panel.detail('Short').waitFor();
    await client().settings.patch({ summaryAgent: { defaultDetailLevel: 'detailed' } });
    for (const { panel } of [one, two]) {
      await expect.poll(() => panel.detail('Detailed').isChecked(), soon).toBe(true);
    }
    await client().settings.patch({ summaryAgent: { defaultDetailLevel: 'medium' } });

    await one.page.getByRole('button', { name: 'Appearance' }).click();
    await one.page.getByRole('radio', { name: 'Dark' }).check();
    await one.page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('zh-Hans');
    await two.page.getByRole('link', { name: '运行与问题' }).waitFor(soon);
    await expect.poll(() => two.page.evaluate('document.documentElement.dataset.theme'), soon).toBe('dark');
  });

  test('writing in one thread: one sees the other’s answer arrive, and its own message waits for the end', async () => {
    bench.answerBy(stalledReply);
    const one = await bench.openThread();
    const two = await bench.openBeside(one.page);
    await two.spaces.open(`/spaces/thread/${one.id}`);
    await two.spaces.field.fill('And mine');
    await one.spaces.field.fill('My question');
    await one.spaces.field.press('Enter');
    await two.spaces.growing.getByText('Part 5 of it.').waitFor(soon);
    await two.spaces.field.press('Enter');
    for (const { spaces } of [one, two]) await spaces.queued.getByText('And mine').waitFor(soon);
    bench.answerBy({ text: 'Short answer.' });
    await one.spaces.stopButton.click();
    for (const { spaces } of [one, two]) await expect.poll(() => spaces.answers.count(), soon).toBe(2);
    const { items } = await bench.client().threads.messages(one.id);
    expect(items.map(({ text, stoppedBy }) => stoppedBy ?? text)).toEqual([
      'My question',
      'user',
      'And mine',
      'Short answer.',
    ]);
  });
});
