import { describe, expect, test } from 'vitest';
import { createUseFinder, type SessionStep } from './find-uses.ts';

const said = (text: string): SessionStep => ({ said: text, read: '' });
const tool = (input: string, output = 'ok'): SessionStep => ({ said: input, read: output });

interface Case {
  text: string;
  prompt?: string;
  tokens?: number;
  before?: SessionStep[];
  after: SessionStep[];
}

function uses({ text, prompt = 'Fix the upload', tokens = 200, before = [], after }: Case): string[] {
  const steps = [...before, said(prompt), ...after];
  return createUseFinder(steps)({ text, prompt, tokens, from: before.length + 1 });
}

describe('what a record brought into a session', () => {
  const text = 'Uploads retry through retryBudget in src/net/upload.ts, with a deadline of 4500 units.';

  test.each<[string, SessionStep[], string[]]>([
    ['an identifier', [tool('grep -n retryBudget .')], ['retryBudget']],
    [
      'a path, seen from another folder',
      [tool('{"filePath":"/home/ada/web/src/net/upload.ts"}')],
      ['src/net/upload.ts'],
    ],
    ['a number', [said('The timeout is 4500 now')], ['4500']],
    ['two words in one step', [said('It retries until the deadline')], ['retry', 'deadline']],
  ])('is %s that comes up later', (_, after, words) => {
    expect(uses({ text, after }).toSorted()).toEqual(words.toSorted());
  });

  test.each<[string, Partial<Case>]>([
    ['that the prompt has too', { prompt: 'Fix retryBudget', after: [tool('grep retryBudget .')] }],
    ['that was said before', { before: [said('retryBudget is odd')], after: [tool('grep retryBudget .')] }],
    [
      'that a tool had shown before',
      { before: [tool('ls', 'retryBudget')], after: [tool('grep retryBudget')] },
    ],
    ['that a tool showed meanwhile', { after: [tool('cat a.ts', 'retryBudget'), tool('grep retryBudget')] }],
    ['that only a tool answered', { after: [tool('cat a.ts', 'retryBudget')] }],
    ['that stands alone', { after: [said('The deadline is near')] }],
    ['in two steps, one each', { after: [said('The deadline is near'), said('It retries')] }],
  ])('is no word %s', (_, given) => {
    expect(uses({ text, after: [], ...given })).toEqual([]);
  });

  test('is not said by the words that every session has', () => {
    const after = [
      tool('npm run test && git commit'),
      said('Updated the file and the function, fixed the error'),
    ];
    expect(uses({ text: 'Always run the tests, update the file and fix the function.', after })).toEqual([]);
  });

  test('is looked for only in the part that was given', () => {
    const long = `${text} Much later, the report for zeppelin_hangar was written.`;
    const after = [tool('cat zeppelin_hangar')];
    expect(uses({ text: long, tokens: 30, after })).toEqual([]);
    expect(uses({ text: long, tokens: 30, prompt: 'Where is the report', after })).toEqual([
      'zeppelin_hangar',
    ]);
  });

  test('is found in Chinese, where two characters that touch are one word', () => {
    const chinese = '上传失败后按照指数退避重试，期限由网关决定。';
    expect(uses({ text: chinese, prompt: '修复上传', after: [said('改成指数退避')] })).not.toEqual([]);
    expect(uses({ text: chinese, prompt: '修复上传', after: [said('看看网关')] })).toEqual([]);
  });

  test('of long records and many steps is bounded', () => {
    const after = Array.from({ length: 40 }, (_, n) => tool(`cat file_${n}.ts`));
    const many = after.map(({ said: input }) => input.slice(4)).join(' ');
    expect(uses({ text: many, tokens: 5000, after })).toHaveLength(5);
  });
});
