import { describe, expect, test } from 'vitest';
import { quoteReply } from './retell-turns.ts';

describe('one sentence about a reply, without a model', () => {
  test.each([
    [
      'what it did',
      'Great! I’ve drafted the email to Maria Lopez. Should I send it now?',
      'I’ve drafted the email to Maria Lopez.',
    ],
    [
      'else what it proposed',
      'Here are three recipes. I can save them to your box. Tell me which.',
      'Proposed: I can save them to your box.',
    ],
    [
      'else what it told',
      'A lost segment will be sent again. Is that clear?',
      'A lost segment will be sent again.',
    ],
    ['in its own language', '我找到了三个菜谱。需要我帮你保存吗？', '提议：需要我帮你保存吗？'],
    ['nothing of nothing', '', ''],
  ])('is %s', (_, reply, sentence) => {
    expect(quoteReply(reply)).toBe(sentence);
  });

  test('has a bound', () => {
    expect([...quoteReply(`I saved ${'word '.repeat(500)}`)].length).toBeLessThanOrEqual(300);
  });
});
