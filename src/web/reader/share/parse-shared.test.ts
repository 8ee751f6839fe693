import { describe, expect, test } from 'vitest';
import { parseSharedSearch, toSharedEntry } from './parse-shared.ts';

const shared = (search: Record<string, unknown>) => toSharedEntry(parseSharedSearch(search));

describe('what another app shares', () => {
  test('is a page if there is a link, wherever it is', () => {
    const page = { kind: 'page', url: 'https://example.org/a?b=c' };
    expect(shared({ title: 'A', url: 'https://example.org/a?b=c' })).toEqual(page);
    expect(shared({ title: 'A', text: 'Look: https://example.org/a?b=c.' })).toEqual(page);
    expect(shared({ text: 'https://example.org/a?b=c', url: '' })).toEqual(page);
  });

  test('is a text otherwise', () => {
    expect(shared({ title: 'Note', text: 'The bridge is closed.' })).toEqual({
      kind: 'text',
      title: 'Note',
      text: 'The bridge is closed.',
    });
    expect(shared({ title: 'Only a title' })).toEqual({ kind: 'text', text: 'Only a title' });
    expect(shared({ text: 42 })).toEqual({ kind: 'text', text: '42' });
  });

  test.each([[{}], [{ text: '   ' }], [{ url: { evil: true } }]])('%j is nothing', (search) => {
    expect(shared(search)).toBeNull();
  });

  test('is never a script', () => {
    expect(shared({ url: 'javascript:alert(1)' })).toBeNull();
    expect(shared({ url: 'javascript:alert(1)', text: 'Hello' })).toEqual({ kind: 'text', text: 'Hello' });
  });
});
