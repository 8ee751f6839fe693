import { describe, expect, test } from 'vitest';
import { checkSource } from './source-gate.ts';

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

describe('the source gate', () => {
  test.each([
    ['', null, 'source_empty'],
    [' \n\t ', 'A title', 'source_empty'],
    ['The bridge closes!', 'The bridge closes', 'source_title_only'],
    [words(39), null, 'source_too_short'],
    [words(40), null, null],
    ['桥'.repeat(79), null, 'source_too_short'],
    ['桥'.repeat(80), null, null],
    ['— '.repeat(3000) + words(39), null, 'source_too_short'],
    ['— '.repeat(3000) + words(40), null, null],
    [words(5000), 'word0', null],
    ['桥'.repeat(5000), '桥', null],
  ])('for %j titled %j says %j', (text, title, code) => {
    expect(checkSource(text, title)?.code ?? null).toBe(code);
  });

  test('says in words how short the text is', () => {
    expect(checkSource(words(12), null)?.message).toContain('only 12 words:');
    expect(checkSource('Harbour', null)?.message).toContain('only 1 word:');
    expect(checkSource('桥', null)?.message).toContain('only 1 character:');
    expect(checkSource('桥梁', null)?.message).toContain('only 2 characters:');
  });
});
