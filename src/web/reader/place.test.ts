import { describe, expect, test } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { isInPlace, parseEntryId, parsePassage, parseReaderSearch, parseView } from './place.ts';

describe('the URL of a place', () => {
  test('names a feed or a folder and a query, and nothing invalid', () => {
    expect(parseReaderSearch({ feed: 3, folder: 4, q: 2024, other: true })).toEqual({ feed: 3, q: '2024' });
    expect(parseReaderSearch({ feed: 'three', folder: 4, q: '' })).toEqual({ folder: 4 });
    expect(parseReaderSearch({ feed: -1, q: { a: 1 } })).toEqual({});
    expect(parseReaderSearch({ tag: 7, q: 'rust' })).toEqual({ tag: 7, q: 'rust' });
    expect(parseReaderSearch({ tag: 7, folder: 4 })).toEqual({ folder: 4 });
  });

  test('names a passage of the article by where it starts and ends', () => {
    expect(parseReaderSearch({ passage: '12-40' })).toEqual({ passage: '12-40' });
    expect(parsePassage('12-40')).toEqual({ start: 12, end: 40 });
    const wrong = ['40-12', '5-5', '-1-5', '1-x', '1-2-3', '1e3-2e3', `1-${'9'.repeat(12)}`, 12, null, {}];
    expect(wrong.map((passage) => parseReaderSearch({ passage }))).toEqual(wrong.map(() => ({})));
  });

  test('leads to the unread entries if it names no known view', () => {
    expect(parseView('starred')).toBe('starred');
    expect(parseView('nonsense')).toBe('unread');
  });

  test('has an entry only if it names one', () => {
    expect(parseEntryId('17')).toBe(17);
    expect([undefined, '', 'x', '0', '1.5'].map(parseEntryId)).toEqual([null, null, null, null, null]);
  });
});

describe('an open entry', () => {
  const subscriptions = { feeds: [{ id: 1, folderId: 9 }] } as unknown as Subscriptions;
  const inPlace = (head: object, place: object) =>
    isInPlace(head as EntryHead, { view: 'unread', ...place }, subscriptions);

  test('belongs to its feed, to its feed’s folder and to everything', () => {
    expect(inPlace({ feedId: 1 }, {})).toBe(true);
    expect(inPlace({ feedId: 1 }, { feed: 1 })).toBe(true);
    expect(inPlace({ feedId: 2 }, { feed: 1 })).toBe(false);
    expect(inPlace({ feedId: 1 }, { folder: 9 })).toBe(true);
    expect(inPlace({ feedId: 2 }, { folder: 9 })).toBe(false);
  });

  test('belongs to each of its tags', () => {
    const tagged = { feedId: 1, tags: [{ id: 7, name: 'rust' }] };
    expect(inPlace(tagged, { view: 'all', tag: 7 })).toBe(true);
    expect(inPlace(tagged, { view: 'all', tag: 8 })).toBe(false);
  });

  test('belongs to Saved only without a feed, and to no search', () => {
    expect(inPlace({ feedId: null }, { view: 'saved' })).toBe(true);
    expect(inPlace({ feedId: 1 }, { view: 'saved' })).toBe(false);
    expect(inPlace({ feedId: 1 }, { q: 'bridge' })).toBe(false);
  });
});
