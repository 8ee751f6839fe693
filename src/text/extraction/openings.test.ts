import { describe, expect, test } from 'vitest';
import { opensUnresolved, withoutSpeaker } from './wording.ts';

describe('unresolved openings', () => {
  test.each([
    ['He was not available for comment.', 'en'],
    ['But the mayor disagreed.', 'en'],
    ['This was a surprise.', 'en'],
    ['“They left early,” she said.', 'en'],
    ['但是他没有来。', 'zh'],
    ['しかし、政府は認めなかった。', 'ja'],
    ['Aber der Minister blieb dabei.', 'de'],
  ])('%s', (text, language) => {
    expect(opensUnresolved(text, language)).toBe(true);
  });

  test.each([
    ['This paper presents a new method.', 'en'],
    ['There are three reasons for the delay.', 'en'],
    ['It is clear that the plan failed.', 'en'],
    ['Thesis defences start on Monday.', 'en'],
    ['市政府周一宣布关闭大桥。', 'zh'],
  ])('stands alone: %s', (text, language) => {
    expect(opensUnresolved(text, language)).toBe(false);
  });

  test('the label of a speaker is no part of what is said', () => {
    expect(withoutSpeaker('Ann: But why?')).toBe('But why?');
  });
});
