import { describe, expect, test } from 'vitest';
import { findViolations, untilPainted } from './find-violations.ts';
import { soon } from './soon.ts';
import { usePanelBench } from './use-panel-bench.ts';

const { openEntry, url } = usePanelBench();

async function openText() {
  const opened = await openEntry();
  const { page } = opened;
  const article = page.getByTestId('article');
  // The panel may be there first.
  await article.waitFor();
  const button = page.getByRole('button', { name: 'Text and theme' });
  const menu = page.getByRole('dialog', { name: 'Text and theme' });
  return {
    ...opened,
    article,
    button,
    menu,
    style: (property: string): Promise<string> =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[data-testid=article]')).getPropertyValue('${property}')`,
      ),
    choose: (group: string, name: string) =>
      menu.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check(),
  };
}

describe('the text of an article', () => {
  test('is set as the reader likes it, and stays so', async () => {
    const { page, article, button, style, choose, complaints } = await openText();
    expect(await style('font-family')).toContain('Precis Serif');
    const size = await style('font-size');
    const { width } = (await article.boundingBox()) ?? { width: 0 };
    await button.click();
    await choose('Font', 'Easy-read');
    await choose('Text size', 'Large');
    await choose('Line height', 'Loose');
    await choose('Line length', 'Narrow');
    await choose('Alignment', 'Justified');
    const chosen = async () => ({
      font: (await style('font-family')).includes('Precis Easy'),
      isLarger: Number.parseFloat(await style('font-size')) > Number.parseFloat(size),
      isNarrower: ((await article.boundingBox())?.width ?? 0) < width,
      align: await style('text-align'),
    });
    const wanted = { font: true, isLarger: true, isNarrower: true, align: 'justify' };
    expect(await chosen()).toEqual(wanted);
    await page.reload();
    await article.waitFor();
    expect(await chosen()).toEqual(wanted);
    expect(complaints).toEqual([]);
  });

  test.each(['Light', 'Sepia', 'Dark', 'Black'])('is readable in the theme %s', async (theme) => {
    const { page, button, choose } = await openText();
    await button.click();
    await choose('Theme', theme);
    await untilPainted(page);
    expect(await findViolations(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await findViolations(page, { part: 'main', rules: ['color-contrast'] })).toEqual([]);
  });

  test('follows a choice made in another tab', async () => {
    const { page, button, choose } = await openText();
    const other = await page.context().newPage();
    await other.goto(`${url()}/settings/appearance`);
    await other.getByRole('group', { name: 'Theme' }).waitFor();
    await button.click();
    await choose('Theme', 'Sepia');
    const radio = other.getByRole('radio', { name: 'Sepia' });
    await expect.poll(() => radio.isChecked(), soon).toBe(true);
  });

  test('shows how far it has been read, and how long the rest takes', async () => {
    const { page } = await openText();
    const left = page.getByText('min left');
    expect(await left.count()).toBe(0);
    const pane = page.getByRole('region', { name: 'Article' });
    const scroll = (share: number) =>
      pane.evaluate(
        (element, at) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) * at),
        share,
      );
    const progress = () => page.getByTestId('progress').evaluate((bar) => bar.getBoundingClientRect().width);
    await scroll(0.5);
    await left.waitFor();
    const { width } = (await pane.boundingBox()) ?? { width: 0 };
    await expect.poll(async () => Math.round(((await progress()) / width) * 10) / 10, soon).toBe(0.5);
    await scroll(1);
    await left.waitFor({ state: 'detached' });
  });
});
