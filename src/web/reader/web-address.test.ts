import { describe, expect, test } from 'vitest';
import { safeUrl } from './web-address.ts';

describe('a URL in a feed', () => {
  test('becomes a link only if it leads to a page', () => {
    expect(safeUrl('https://example.org/a?b#c')).toBe('https://example.org/a?b#c');
    const hostile = [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '/a',
      '',
    ];
    expect([null, ...hostile].map(safeUrl)).toEqual(Array.from({ length: 7 }, () => null));
  });
});
