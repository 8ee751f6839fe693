import { describe, expect, test } from 'vitest';
import { markTerms } from './search-hits.tsx';

const show = (excerpt: string, query: string) =>
  markTerms(excerpt, query)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

describe('marked terms', () => {
  test('are found by the start of a word, whatever the case and the accents', () => {
    expect(show('The Harbour bridges, résumé.', 'harb bridge resume')).toBe(
      'The [Harbour] [bridges], [résumé].',
    );
  });

  test('are not found in the middle of a word', () => {
    expect(show('abridged bridge', 'bridge')).toBe('abridged [bridge]');
  });

  test('of scripts without spaces are found anywhere', () => {
    expect(show('港口大桥将关闭两年', '大桥')).toBe('港口[大桥]将关闭两年');
    expect(show('港口大桥将关闭', '口大桥')).toBe('港[口大桥]将关闭');
  });

  test('never change the excerpt', () => {
    const excerpt = '…İstanbul <b>x</b> ＦＵＬＬ ﬁne…';
    expect(
      markTerms(excerpt, 'istanbul full fine x b')
        .map(({ text }) => text)
        .join(''),
    ).toBe(excerpt);
  });
});
