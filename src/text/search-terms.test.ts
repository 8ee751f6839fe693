import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexTerms, parseSearch, termsOf } from './search-terms.ts';

const matches = (text: string, query: string): boolean => {
  const indexed = indexTerms(text).split(' ');
  return parseSearch(query).terms.every((term) =>
    indexed.some((word) => (term.prefix ? word.startsWith(term.text) : word === term.text)),
  );
};

describe('the terms of a text', () => {
  test.each([
    ['Café, CAFÉ & cafe\u0301!', 'cafe'],
    ['Straße Ærø Łódź', 'strasse aero lodz'],
    ['ｆｕｌｌ ﬁne ①', 'full fine 1'],
    ['大桥通车了', '大桥 桥通 通车 车了 了'],
    ['桥', '桥'],
    ['GPT-5模型v2', 'gpt 5 模型 型 v2'],
    ['ガギ が', 'ガギ ギ が'],
    ['서울에서', '서울 울에 에서 서'],
    ['the the THE', 'the'],
    ['हिन्दी', 'हनद'],
    ['𠮷野家', '𠮷野 野家 家'],
    ['', ''],
    ['"*^():-+~ \u0000 <b>', 'b'],
  ])('of %j are %j', (text, terms) => {
    expect(indexTerms(text)).toBe(terms);
  });

  test('are those of the whole text, whatever parts it is read in', () => {
    const part = fc.constantFrom(
      'the',
      'Café',
      'e',
      '\u0301',
      ' ',
      '\u00a0',
      '\u3000',
      '。',
      '，',
      '大桥',
      'か',
      '\u3099',
      'ΑΣ',
      '½',
      '\ud842',
      '\udfb7',
      '-',
      '1',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(indexTerms(text)).toBe([...new Set(termsOf(text))].join(' '));
      }),
      { numRuns: 500 },
    );
  });

  test('stay within what a database takes, in time that grows with the text only', () => {
    const han = Array.from({ length: 500_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    );
    const startedAt = process.cpuUsage();
    const terms = indexTerms(han.join(''));
    expect(terms.length).toBeLessThanOrEqual(250_000);
    expect(indexTerms('x'.repeat(3_000_000))).toBe('x'.repeat(64));
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(5000);
  });

  test('hold nothing but letters, numbers and single spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(indexTerms(text)).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
      }),
    );
  });
});

describe('a search', () => {
  test.each([
    [
      'Résumé writ',
      [
        { text: 'resume', prefix: true },
        { text: 'writ', prefix: true },
      ],
    ],
    [
      'a b',
      [
        { text: 'a', prefix: false },
        { text: 'b', prefix: true },
      ],
    ],
    [
      '大桥通车',
      [
        { text: '大桥', prefix: false },
        { text: '桥通', prefix: false },
        { text: '通车', prefix: false },
      ],
    ],
    ['桥', [{ text: '桥', prefix: true }]],
    [
      '"bridge" OR NOT (near*)',
      [
        { text: 'bridge', prefix: true },
        { text: 'or', prefix: true },
        { text: 'not', prefix: true },
        { text: 'near', prefix: true },
      ],
    ],
    [
      "'; DROP TABLE entries; --",
      [
        { text: 'drop', prefix: true },
        { text: 'table', prefix: true },
        { text: 'entries', prefix: true },
      ],
    ],
    ['  "*"  ', []],
  ])('for %j has the terms %j', (query, terms) => {
    expect(parseSearch(query)).toEqual({ terms });
  });

  test('has at most sixteen terms', () => {
    const many = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');
    expect(parseSearch(many).terms).toHaveLength(16);
    expect(parseSearch('桥梁建设工程质量监督管理条例实施细则办法规定'.repeat(9)).terms).toHaveLength(16);
  });

  test.each([
    ['The new bridge opened', 'brid'],
    ['长江大桥今日通车', '大桥'],
    ['长江大桥', '桥'],
    ['東京スカイツリー', 'ツリー'],
    ['서울에서 열린 회의', '서울'],
    ['สวัสดีครับ', 'สวัส'],
    ['Ünïcödé', 'unicode'],
  ])('in %j finds %j', (text, query) => {
    expect(matches(text, query)).toBe(true);
  });

  test('finds any part of a text between two spaces by its beginning', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zäöüéñ一-三あ-お가-갂]{1,8}$/), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.integer({ min: 2, max: 8 }),
        (words, at, length) => {
          const query = [...(words[at % words.length] ?? '')].slice(0, length).join('');
          expect(matches(words.join(' '), query)).toBe(true);
        },
      ),
    );
  });
});
