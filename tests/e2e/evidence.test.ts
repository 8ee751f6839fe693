import { expect, test } from 'vitest';
import { findViolations } from './find-violations.ts';
import { soon } from './soon.ts';
import { usePanelBench } from './use-panel-bench.ts';

const { openEntry } = usePanelBench();

test('the panel can be beside the article, and stays there', async () => {
  const { page, panel } = await openEntry();
  await panel.summaryButton.click();
  await panel.complete.waitFor();
  await panel.panel.getByRole('button', { name: 'Move beside the article' }).click();
  const below = panel.panel.getByRole('button', { name: 'Move below the article' });
  await below.waitFor();
  await page.reload();
  await below.waitFor();
  await panel.shown.waitFor();
  const places = async () => {
    const article = await page.getByRole('region', { name: 'Article' }).boundingBox();
    const box = await panel.panel.boundingBox();
    const end = (article?.x ?? 0) + (article?.width ?? 0);
    return { isBeside: (box?.x ?? 0) >= end, isAsHigh: box?.height === article?.height };
  };
  await expect.poll(places, soon).toEqual({ isBeside: true, isAsHigh: true });
  expect(await findViolations(page)).toEqual([]);
});
