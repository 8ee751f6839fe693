import { describe, expect, test } from 'vitest';
import type { Tag } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import { matchTags } from './find-tags.ts';

const tag = (id: number, name: string, entries: number, synonyms: string[] = []): Tag => ({
  id: id as TagId,
  name,
  synonyms,
  entries,
  createdAt: 0,
});
const library = [
  tag(1, 'batteries', 6, ['accumulator']),
  tag(2, 'bridges', 2),
  tag(3, 'solid-state batteries', 9),
  tag(4, '电池', 1),
];
const match = (typed: string, without: number[] = []) =>
  matchTags(library, typed, { allowsNew: true, without: new Set(without as TagId[]) }).map(
    ({ tagId, name, synonym }) =>
      tagId === null ? `new ${name}` : synonym === null ? name : `${name} (${synonym})`,
  );

describe('typed text', () => {
  test('offers tags that begin so, then itself as a new tag, then tags that contain it', () => {
    expect(match('b')).toEqual(['batteries', 'bridges', 'new b', 'solid-state batteries']);
    expect(match('ridge')).toEqual(['new ridge', 'bridges']);
    expect(match('  rust  belt ')).toEqual(['new rust belt']);
    expect(match('   ')).toEqual([]);
  });

  test('leads to the tag that has it in another spelling or as a synonym', () => {
    expect(match('Battery')).toEqual(['batteries', 'solid-state batteries']);
    expect(match('accu')).toEqual(['batteries (accumulator)', 'new accu']);
    expect(match('电')).toEqual(['电池', 'new 电']);
  });

  test('offers nothing twice that the entry has already', () => {
    expect(match('bridge', [2])).toEqual([]);
    expect(match('br', [2])).toEqual(['new br']);
  });

  test('is never a new tag where one of the library is wanted', () => {
    expect(matchTags(library, 'zinc', { allowsNew: false })).toEqual([]);
  });
});
