import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findViolations } from './find-violations.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

const manifestSchema = z.object({
  name: z.string(),
  display: z.literal('standalone'),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string().optional() }),
  ),
  share_target: z.object({ action: z.string(), method: z.literal('GET') }),
});

describe('the installed app', () => {
  let precis: RunningPrecis;
  let browser: TestBrowser;

  beforeAll(async () => {
    [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await precis?.stop();
  });

  test('has a manifest that the browser accepts, and icons of the sizes it names', async () => {
    const { page, complaints } = await browser.open();
    await page.goto(precis.url);
    await page.getByRole('main').waitFor();
    const session = await page.context().newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${precis.url}/manifest.webmanifest`, []]);
    const answer = await page.request.get(url);
    expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons, share_target: target } = manifestSchema.parse(await answer.json());
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    expect(target.action).toBe('/share');
    const drawn = [...icons, { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }];
    for (const { src, sizes, type } of drawn.filter((icon) => icon.type === 'image/png')) {
      const icon = await page.request.get(`${precis.url}${src}`);
      expect(icon.headers()['content-type']).toBe(type);
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(complaints).toEqual([]);
  });

  test('saves what another app shares, after asking', async () => {
    const { page } = await browser.open();
    const { entries } = precis.client.reader;
    for (const { id } of (await entries.list({ view: 'saved' })).items) await entries.remove(id);
    const text = 'The harbour bridge is closed for two years. Ferries run every ten minutes.';
    await page.goto(`${precis.url}/share?title=From%20my%20phone&text=${encodeURIComponent(text)}`);
    const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
    await save.waitFor(soon);
    expect(await findViolations(page)).toEqual([]);
    expect((await entries.list({ view: 'saved' })).items).toEqual([]);
    await save.click();
    const reader = readerPage(page, precis.url);
    await expect.poll(() => reader.title.innerText(), soon).toBe('From my phone');
    expect((await entries.list({ view: 'saved' })).items.map(({ title }) => title)).toEqual([
      'From my phone',
    ]);
  });

  test('says so when nothing was shared', async () => {
    const { page } = await browser.open();
    await page.goto(`${precis.url}/share?url=javascript:alert(1)`);
    await page.getByText('Nothing to save.').waitFor(soon);
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  });
});
