import { describe, expect, test } from 'vitest';
import { findAnchors } from './find-memories.ts';

describe('anchors', () => {
  test.each([
    ['the config is in src/app/config.ts.', ['file src/app/config.ts']],
    ['do not edit ./vendor/ or package.json', ['file ./vendor/', 'file package.json']],
    ['see `docs/api.md`', ['file docs/api.md']],
    ['broken since 3f2c9ab', ['commit 3f2c9ab']],
    ['see https://example.org/a?b=1).', ['url https://example.org/a?b=1']],
    ['client/server, and/or, TCP/IP, 3/4, v1.2, 10.0.0.5, Node.js, deadbeef', []],
    ['/etc/../x.ts', ['file /etc/../x.ts']],
  ])('of %j', (text, anchors) => {
    expect(findAnchors(text).map(({ kind, value }) => `${kind} ${value}`)).toEqual(anchors);
  });

  test('are a few at most', () => {
    const text = Array.from({ length: 100 }, (_, n) => `src/file${n}.ts`).join(' ');
    expect(findAnchors(text)).toHaveLength(10);
  });
});
