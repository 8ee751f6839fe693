import { describe, expect, test } from 'vitest';
import { en } from './en/en.ts';
import { createFormats } from './formats.ts';
import { completeCatalogue, loadCatalogue, makeStrings } from './strings-provider.tsx';

const formats = createFormats('en-GB');

describe('the strings of the app', () => {
  test('are those of the first sight until the others are asked for', async () => {
    const { strings, later } = makeStrings(await loadCatalogue('en'), formats);
    expect(strings.reader.heading).toBe('Reader');
    expect(Object.keys(strings)).not.toContain('settings');
    expect(later.isLoaded()).toBe(false);
    await Promise.all([later.load(), later.load()]);
    expect(later.isLoaded()).toBe(true);
    expect(Object.keys(strings).sort()).toEqual(Object.keys(en(formats)).sort());
  });

  test('are complete at once in a language that is chosen later', async () => {
    const chosen = await completeCatalogue(await loadCatalogue('zh-Hans'));
    const { strings, later } = makeStrings(chosen, createFormats('zh-Hans'));
    expect(later.isLoaded()).toBe(true);
    expect(strings.settings.heading).toBe('设置');
  });
});
