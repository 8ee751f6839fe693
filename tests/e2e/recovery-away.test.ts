import { describe, expect, test } from 'vitest';
import { passTime } from './pass-time.ts';
import { soon } from './soon.ts';
import { stopRenderers } from './stop-renderers.ts';
import { textOf } from './use-panel-bench.ts';
import { bridge, lastWords, stalledReply, useRecoveryBench } from './use-recovery-bench.ts';

const bench = useRecoveryBench();

describe('a laptop that slept', () => {
  test('shows the finished summary without a reload, though its connections silently died', async () => {
    const { page, reader, panel } = await bench.open();
    await page.clock.install();
    await reader.open('/reader/all');
    await reader.openEntry(bridge);
    await panel.summaryButton.click();
    await panel.growing.getByText('Part 5 of it.').waitFor(soon);
    bench.link().silence();
    await untilStored();
    bench.link().mend();
    // This is what follows a closed laptop lid: time has passed, and every timer is late.
    await page.clock.fastForward('10:00');
    await passTime(page, () => panel.shown.isVisible());
    expect(await panel.shown.innerText()).toContain(lastWords);
  });

  test('recovers after its process was stopped and its connections broken', async () => {
    const { page, panel } = await bench.openEntry();
    await panel.summaryButton.click();
    await panel.growing.getByText('Part 5 of it.').waitFor(soon);
    const { goOn } = await stopRenderers(page);
    try {
      bench.link().cut();
      await untilStored();
      bench.link().mend();
    } finally {
      goOn();
    }
    await expect.poll(() => textOf(panel.shown), soon).toContain(lastWords);
  });
});

describe('a server that is gone for good', () => {
  test('is reported with a time, nothing spins forever, and a click finds it again', async () => {
    bench.answerBy(stalledReply);
    const { page, reader, panel, away, back } = await bench.open();
    await page.clock.install();
    await reader.open('/reader/all');
    await reader.openEntry(bridge);
    await panel.summaryButton.click();
    await panel.growing.getByText('Part 5 of it.').waitFor(soon);
    bench.link().cut();
    await away.waitFor(soon);
    await passTime(page, () => panel.retryButton.isVisible());
    expect(await panel.alert.innerText()).toContain('The Precis server could not be reached.');
    await page.getByText(/Precis hasn’t responded since \d\d:\d\d\./).waitFor();
    const look = page.getByRole('button', { name: 'Try now' });
    await look.click();
    await expect.poll(() => look.isEnabled(), soon).toBe(true);
    expect(await page.getByText('Check that it’s running (precis serve).').first().isVisible()).toBe(true);
    bench.link().mend();
    await look.click();
    await back.waitFor(soon);
    // The run continued in the meantime and is resumed automatically.
    await passTime(page, () => panel.growing.getByText('Part 5 of it.').isVisible());
    await passTime(page, () => panel.abortButton.isEnabled());
    await panel.abortButton.click();
    await expect.poll(() => panel.panel.innerText(), soon).toContain('Stopped. Nothing was saved.');
  });

  test('leaves a message in place of a screen not yet loaded, and shows the screen when it is back', async () => {
    const { page, away } = await bench.openEntry();
    bench.link().cut();
    await away.waitFor(soon);
    await page.getByRole('link', { name: 'Runs & Issues' }).click();
    await page.getByText('This screen could not be loaded.').waitFor(soon);
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    bench.link().mend();
    await expect.poll(() => page.getByRole('tab', { name: 'Runs' }).count(), soon).toBe(1);
  });

  test('that hangs counts as away, and a request it never answers fails with a message', async () => {
    const { page, reader, panel, away } = await bench.open();
    await page.clock.install();
    await reader.open('/reader/all');
    await reader.openEntry(bridge);
    // Without this wait, the button would wait for an answer that never comes.
    await panel.empty.waitFor(soon);
    await expect.poll(() => panel.summaryButton.isEnabled(), soon).toBe(true);
    const { goOn } = bench.precis().hang();
    try {
      await panel.summaryButton.click();
      await passTime(page, () => panel.retryButton.isVisible());
      expect(await panel.alert.innerText()).toContain('The Precis server could not be reached.');
      expect(await away.isVisible()).toBe(true);
    } finally {
      goOn();
    }
    await passTime(page, async () => !(await away.isVisible()));
  });
});

async function untilStored(): Promise<void> {
  const id = await bench.idOf(bridge);
  await expect.poll(async () => (await bench.client().reader.summaries.list(id)).items.length, soon).toBe(1);
}
