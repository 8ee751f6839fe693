import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { EntryHead } from '#schema/entry.ts';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { makeFeed, makeHeads, openLibrary, withReader } from './library.ts';
import { reader } from './reader-parts.ts';

const odd = makeFeed(77, 'Ödland');
const thumbnail = (title: string) => reader.row(title).getByTestId('thumbnail');
const icon = (title: string) => reader.row(title).getByTestId('feed-icon');

/** Opens a list in which every picture is lost, because nothing answers the addresses of pictures here. */
async function openList(density: string, loadImages = true) {
  const mores: Partial<EntryHead>[] = [
    { title: 'With a lost photo.', imageKey: 'ab'.repeat(16), feedTitle: 'City Desk' },
    { title: 'Without one.' },
    { title: 'Of a bare site.', feedId: odd.id, feedTitle: odd.title },
  ];
  performance.clearResourceTimings();
  const app = await openApp(
    '/reader/all',
    {
      ...openLibrary(makeHeads(3, (index) => mores[index] ?? {})).answers,
      settings: { get: withReader({ loadImages }) },
    },
    { kept: { 'precis.density': density } },
  );
  await expect.element(reader.row('Without one.')).toBeVisible();
  return app;
}

const askedPictures = () =>
  performance.getEntriesByType('resource').filter(({ name }) => /\/(?:icon|images\/\w+)$/.test(name));

describe('pictures in the list', () => {
  test('are letters where there is no icon and no photo, in the same space', async () => {
    await openList('comfortable');
    await expect.element(icon('Of a bare site.')).toHaveTextContent('Ö');
    await expect.element(thumbnail('With a lost photo.')).toHaveTextContent('C');
    expect(thumbnail('With a lost photo.').element().getBoundingClientRect().width).toBe(68);
    expect(thumbnail('Without one.').query()).toBeNull();
    await expect.poll(() => askedPictures().length).toBeGreaterThan(0);
    await expect.element(thumbnail('With a lost photo.')).toHaveTextContent('C');
    expect(await findViolations()).toEqual([]);
  });

  test('are wide in cards', async () => {
    await openList('cards');
    expect(thumbnail('With a lost photo.').element().getBoundingClientRect().width).toBeGreaterThan(250);
    expect(await findViolations()).toEqual([]);
  });

  test('are left out of compact rows', async () => {
    await openList('compact');
    await expect.element(icon('With a lost photo.')).toBeVisible();
    expect(page.getByTestId('thumbnail').query()).toBeNull();
    expect(await findViolations()).toEqual([]);
  });

  test('are not asked for when pictures are off', async () => {
    const app = await openList('comfortable', false);
    await expect.poll(() => app.asked('settings.get').length).toBeGreaterThan(0);
    await expect.element(icon('With a lost photo.')).toHaveTextContent('C');
    await expect.poll(() => page.getByTestId('thumbnail').query()).toBeNull();
    expect(askedPictures()).toEqual([]);
  });
});
