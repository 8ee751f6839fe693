import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { usePanelBench } from './use-panel-bench.ts';

const { openEntry, url } = usePanelBench();

describe('the text of an article', () => {
  test('follows a choice made in another tab', async () => {
    const { page } = await openEntry();
    const other = await page.context().newPage();
    await other.goto(`${url()}/settings/appearance`);
    await other.getByRole('group', { name: 'Theme' }).waitFor();
    await page.getByRole('button', { name: 'Text and theme' }).click();
    const menu = page.getByRole('dialog', { name: 'Text and theme' });
    await menu
      .getByRole('group', { name: 'Theme' })
      .getByRole('radio', { name: 'Sepia', exact: true })
      .check();
    const radio = other.getByRole('radio', { name: 'Sepia' });
    await expect.poll(() => radio.isChecked(), soon).toBe(true);
  });
});
