import { describe, expect, test } from 'vitest';
import { searchPage } from './search-page.ts';
import { soon } from './soon.ts';
import { bridge, slowWords, textOf, usePanelBench } from './use-panel-bench.ts';

const { client, model, useModel, openEntry } = usePanelBench();

async function openPalette() {
  const opened = await openEntry();
  const palette = searchPage(opened.page);
  return {
    ...opened,
    palette,
    /** Types, waits for the command and runs it by Enter. */
    async run(words: string, label: string): Promise<void> {
      await palette.find(words);
      await expect.poll(async () => (await textOf(palette.active)) ?? '', soon).toContain(label);
      await opened.page.keyboard.press('Enter');
      await palette.dialog.waitFor({ state: 'detached' });
      // The focus returns and the command runs in a separate task, after the dialog is gone.
      await opened.page.evaluate('new Promise((done) => setTimeout(() => setTimeout(done)))');
    },
    labels: () => palette.options.allInnerTexts(),
  };
}

describe('the palette', () => {
  test('summarizes, copies and aborts', async () => {
    const { page, panel, palette, run, labels } = await openPalette();
    await run('sum', 'Summary');
    await panel.shown.waitFor(soon);
    await run('copy', 'Copy');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const { items } = await client().reader.entries.list({ view: 'all' });
    const entry = items.find(({ title }) => title === bridge);
    if (entry === undefined) throw new Error('no entry');
    const [stored] = (await client().reader.summaries.list(entry.id)).items;
    await expect.poll(copied, soon).toBe(stored?.summary.text);
    await useModel();
    model().script(slowWords);
    await run('summary', 'Summary');
    await panel.growing.waitFor(soon);
    // The command appears as soon as the run starts, without opening the palette again.
    await palette.find('>abort');
    await expect.poll(async () => (await labels()).join(), soon).toContain('Abort');
    await page.keyboard.press('Enter');
    await panel.growing.waitFor({ state: 'detached', ...soon });
  });
});
