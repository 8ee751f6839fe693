import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { usePanelBench } from './use-panel-bench.ts';

const { openEntry, url } = usePanelBench();

const words = 'The Lindhaven harbour bridge will close to all traffic on the first Monday of';

/** The width of the words on one line in a font of the app, upright and bold. */
function widthsIn(page: Page, family: string): Promise<number[]> {
  return page.evaluate<number[]>(`[400, 600].map((weight) => {
    const line = document.body.appendChild(document.createElement('span'));
    line.textContent = ${JSON.stringify(words)};
    line.style = 'position: fixed; white-space: nowrap; font: ' + weight + ' 16px ${family}';
    const { width } = line.getBoundingClientRect();
    line.remove();
    return Math.round(width);
  })`);
}

describe('the fonts of the app', () => {
  test('come with it, and make text as wide on every machine', async () => {
    const asked: string[] = [];
    const { page, reader, complaints } = await openEntry();
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await reader.body.waitFor();
    expect(await widthsIn(page, 'var(--font-sans)')).toEqual([564, 575]);
    expect(await widthsIn(page, 'var(--read-font)')).toEqual([571, 579]);
    expect(asked.filter((address) => address.includes('sans-first'))).toHaveLength(1);
    expect(asked.filter((address) => new URL(address).origin !== url())).toEqual([]);
    // The files of other alphabets are loaded only by pages that use them.
    expect(asked.filter((address) => /cyrillic|greek|vietnamese/.test(address))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('move nothing when they come late', async () => {
    const { page, reader } = await openEntry();
    await page.addInitScript(`
      globalThis.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    let held = 0;
    await page.route('**/*.woff2', async (route) => {
      held += 1;
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.reload();
    await reader.body.waitFor();
    await page.evaluate('document.fonts.ready');
    expect(held).toBeGreaterThan(1);
    expect(await page.evaluate('shifts')).toEqual([]);
  });

  test('are not waited for when they cannot be loaded', async () => {
    const { page, reader } = await openEntry();
    await page.route('**/*.woff2', (route) => route.abort());
    await page.reload();
    await reader.body.waitFor(soon);
    expect(await page.evaluate(`document.fonts.check('1em "Precis Sans"')`)).toBe(false);
  });
});
