import { describe, expect, test } from 'vitest';
import { hitLines } from './search-hits.tsx';

describe('a hit', () => {
  test('for a tool has the tool as its title, and what it did below', () => {
    expect(
      hitLines({ kind: 'observation', title: 'bash: {"command":"ls"}…', excerpt: '{"command":"ls"} a b' }),
    ).toEqual({
      title: 'bash',
      excerpt: '{"command":"ls"} a b',
    });
  });

  test('shows a short prompt once, and for a long one also the matching words', () => {
    expect(hitLines({ kind: 'prompt', title: 'Fix it', excerpt: 'Fix it' })).toEqual({
      title: 'Fix it',
      excerpt: '',
    });
    expect(hitLines({ kind: 'prompt', title: 'A long one…', excerpt: '…the words' }).excerpt).toBe(
      '…the words',
    );
  });
});
