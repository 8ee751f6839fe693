import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { correctCost, lines, summaryText, told, useCheckBench } from './use-check-bench.ts';

const { client, replyBy, openSummarized } = useCheckBench();

const corrected = { text: JSON.stringify({ sentences: [{ number: 1, text: correctCost }] }) };

describe('the correction of a sentence', () => {
  test('is one click, says who did it, shows the text before and brings it back', async () => {
    replyBy({ repair: corrected });
    const { page, panel, line, note, details, button, openDetails, complaints } = await openSummarized();
    await openDetails();
    await button('Fix 1 sentence').click();
    await note.waitFor();
    await expect.poll(() => line.innerText(), soon).toBe(lines.corrected);
    expect(await details.getByRole('button', { name: /^Fix/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await panel.shown.innerText()).toContain(correctCost);
    expect(await panel.shown.innerText()).not.toContain('987');
    expect(await note.innerText()).toBe('Corrected by qwen3-8b · Show before · Bring back');

    await button('Show before').click();
    const changes = note.getByRole('region', { name: 'What the correction changed' });
    expect(await changes.locator('del').allInnerTexts()).toEqual(['987 ']);
    expect(await changes.locator('ins').allInnerTexts()).toEqual(['118 ']);
    expect(await changes.innerText()).not.toContain(told.ferries);

    await page.reload();
    await button('Bring back').click();
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => line.innerText(), soon).toBe(lines.rules);
    expect(await panel.shown.innerText()).toContain(told.cost);
    expect(complaints).toEqual([]);
  });

  test('happens automatically if the settings say so', async () => {
    replyBy({ repair: corrected });
    await client().settings.patch({ check: { repair: true } });
    const { panel, line, note } = await openSummarized();
    await note.waitFor();
    await expect.poll(() => line.innerText(), soon).toBe(lines.corrected);
    expect(await panel.shown.innerText()).toContain(correctCost);
  });
});

describe('a receipt', () => {
  test('is copied and exported with the verdict of each sentence', async () => {
    replyBy({});
    const { page, button, panel } = await openSummarized();
    await button('With receipt').click();
    await page.getByRole('menuitem', { name: 'Copy with receipt' }).click();
    await panel.panel.getByRole('button', { name: 'Copied' }).waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toContain(told.cost);
    expect(copied).toContain('118 million');

    for (const [name, extension] of [
      ['Markdown', 'md'],
      ['Web page (HTML)', 'html'],
      ['JSON', 'json'],
    ]) {
      await button('With receipt').click();
      const waiting = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: name as string, exact: true }).click();
      const file = await waiting;
      expect(file.suggestedFilename()).toBe(`The Harbour Bridge Closes for Two Years.${extension}`);
    }
    await panel.copyButton.click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), soon).toBe(summaryText);

    await page.evaluate("localStorage.setItem('precis.language', 'zh-Hans')");
    await page.reload();
    await button('附核对凭据').click();
    await page.getByRole('menuitem', { name: '复制并附核对凭据' }).click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'), soon)
      .toContain('由规则核对。');
  });
});
