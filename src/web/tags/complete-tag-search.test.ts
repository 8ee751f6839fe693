import { describe, expect, test } from 'vitest';
import type { Tag } from '#schema/tag-wire.ts';
import { completeTagSearch } from './find-tags.ts';

const library = [
  { id: 1, name: 'batteries', synonyms: ['accumulator'], entries: 2, createdAt: 0 },
  { id: 3, name: '5" floppy disk', synonyms: [], entries: 1, createdAt: 0 },
  { id: 2, name: 'machine learning', synonyms: [], entries: 5, createdAt: 0 },
] as unknown as Tag[];
const complete = (typed: string) => completeTagSearch(library, typed);

describe('a search that ends with tag:', () => {
  test('is completed with the most used tags, or those that match', () => {
    expect(complete('tag:')).toEqual(['tag:"machine learning"', 'tag:batteries', 'tag:"5 floppy disk"']);
    expect(complete('rust tag:ba')).toEqual(['rust tag:batteries']);
    expect(complete('tag:"mach')).toEqual(['tag:"machine learning"']);
    expect(complete('tag:accu')).toEqual(['tag:batteries']);
  });

  test('is the only one that is completed', () => {
    for (const typed of [
      '',
      'batteries',
      'vintage:ba',
      'tag:batteries',
      'tag:batteries ',
      'tag:"machine learning"',
    ])
      expect(complete(typed)).toEqual([]);
  });
});
