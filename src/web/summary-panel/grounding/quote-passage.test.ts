import { describe, expect, test } from 'vitest';
import { quoteDetail, quoteModel, quotePassage } from './sentence-passages.ts';

describe('a quoted passage', () => {
  test('is one line without the markers of lists and headings', () => {
    expect(quotePassage('## Costs')).toBe('Costs');
    expect(quotePassage('- It costs\n  310 million.')).toBe('It costs 310 million.');
    expect(quotePassage('2. It opens in 2031.')).toBe('It opens in 2031.');
  });

  test('is cut between words if it is long', () => {
    const quoted = quotePassage('The bridge is closed. '.repeat(20));
    expect(quoted.length).toBeLessThanOrEqual(201);
    expect(quoted).toMatch(/(?:bridge|is|closed\.?|The)…$/);
  });

  test('is cut in scripts without spaces too', () => {
    const quoted = quotePassage('大桥因检修关闭两年。'.repeat(40));
    expect(quoted.length).toBeGreaterThan(150);
    expect(quoted.length).toBeLessThanOrEqual(201);
  });
});

describe('a detail', () => {
  test('is quoted once only', () => {
    expect(quoteDetail('"a big misunderstanding"')).toBe('a big misunderstanding');
    expect(quoteDetail('「誤解」')).toBe('誤解');
    expect(quoteDetail('987 million')).toBe('987 million');
  });

  test('is one line, and keeps a number that looks like a list marker', () => {
    expect(quoteDetail('3. Mai\n 2031')).toBe('3. Mai 2031');
  });

  test('of quotation marks alone stays unchanged', () => {
    expect(quoteDetail('"')).toBe('"');
  });
});

test('the words of a model are one line, cut, and cannot turn the text around them', () => {
  expect(quoteModel('one\ntwo\u{202e} three\u{0}\t')).toBe('one two three');
  expect(quoteModel('so it is '.repeat(100)).length).toBeLessThanOrEqual(201);
});
