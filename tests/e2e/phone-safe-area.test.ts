import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { usePanelBench } from './use-panel-bench.ts';

const { openEntry } = usePanelBench();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe('a screen with a notch and a home indicator', () => {
  test('keeps content and controls clear of both, and the color of the page reaches the edges', async () => {
    const { page, reader } = await openEntry(undefined, phone);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } });
    const tabs = page.getByRole('navigation', { name: 'Main' });
    const bottomOfTab = async () => {
      const box = await tabs.getByRole('link').first().boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    await expect.poll(async () => (await reader.article.boundingBox())?.y, soon).toBe(47);
    await expect.poll(bottomOfTab, soon).toBe(844 - 34);
    const frame = await tabs.boundingBox();
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBe(844);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(844);
  });
});
