import { describe, expect, test } from 'vitest';
import { loadTokenizer, projectTokens } from './tokens.ts';

const texts: Record<string, string> = {
  English:
    'The harbour bridge will be closed for two years, and everyone who works on the other side has to take the ferry. ',
  German: 'Die Brücke am Hafen bleibt zwei Jahre lang gesperrt, und wer drüben arbeitet, nimmt die Fähre. ',
  Russian: 'Мост у гавани будет закрыт два года, и всем придётся пользоваться паромом. ',
  Chinese: '港口大桥将封闭两年，在对岸工作的人都必须乘坐渡轮。',
  code: "export function findLevel(terms: string, { text }: Term): number {\n  if (text === '') return -1;\n}\n",
};

describe('projected tokens', () => {
  test.each(Object.entries(texts))('of %s are about those of a tokenizer', async (_, text) => {
    const { count } = await loadTokenizer();
    const whole = text.repeat(50);
    const projected = projectTokens(whole.slice(0, 700), new TextEncoder().encode(whole).length);
    expect(projected / count(whole)).toBeGreaterThan(0.7);
    expect(projected / count(whole)).toBeLessThan(1.5);
  });

  test('of nothing are none', () => {
    expect(projectTokens('', 0)).toBe(0);
    expect(projectTokens('', 10)).toBe(0);
  });
});
