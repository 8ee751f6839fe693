import { describe, expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

const read = (text: string): string[] =>
  splitSentences(text, 'en').map(({ kind, text: quoted }) => `${kind}: ${quoted.replace(/\s+/gu, ' ')}`);

const WRAPPED = [
  'The council of the city voted to close',
  'Harbour Bridge for nine months. Ferries',
  'will run.',
];

describe('splitting a text into blocks', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['line separators', '\u2028'],
    ['paragraph separators', '\u2029'],
  ])('wrapped lines that end with %s are one paragraph', (_, lineEnd) => {
    expect(read(WRAPPED.join(lineEnd))).toEqual([
      'prose: The council of the city voted to close Harbour Bridge for nine months.',
      'prose: Ferries will run.',
    ]);
    expect(read([...WRAPPED, '', 'Next paragraph here.'].join(lineEnd))).toHaveLength(3);
  });

  test('a heading right above wrapped text is no part of its first sentence', () => {
    const text =
      'Harbour Bridge\nThe council of the city voted on Monday to close the old bridge\nfor nine months of repairs.';
    expect(read(text)[0]).toBe('heading: Harbour Bridge');
  });

  test('lines of a list without markers stay apart', () => {
    expect(read('Anna Berg\nBo Lindqvist of the council\nCarla Diaz\nDon Evans')).toHaveLength(4);
  });

  test('list items go on in further lines, and a dash inside wrapped prose begins no item', () => {
    expect(read('- The first item is long enough to be\n  Wrapped Once.\n- The second.')).toEqual([
      'item: - The first item is long enough to be Wrapped Once.',
      'item: - The second.',
    ]);
    expect(
      read('The bridge that the council wants to close\n– Harbour Bridge – is old and rusty now.'),
    ).toEqual(['prose: The bridge that the council wants to close – Harbour Bridge – is old and rusty now.']);
  });

  test('front matter, underlined headings, rules and tables are told from prose', () => {
    const text =
      '---\ntitle: A\n---\n\nThe Title\n=========\n\nProse stands here.\n\n***\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect(splitSentences(text).map(({ kind }) => kind)).toEqual([
      'code',
      'code',
      'code',
      'heading',
      'code',
      'prose',
      'code',
      'table',
      'table',
      'table',
    ]);
  });

  test('a fence that is never closed hides nothing after it', () => {
    expect(read('```\nThe text goes on here.')).toEqual(['code: ```', 'prose: The text goes on here.']);
  });

  test('quoted mail keeps its sentences whole across quote marks', () => {
    const text =
      'I agree.\n\n> The council of the city voted to close\n> Harbour Bridge for repairs.\n>\n> It is old.';
    const sentences = splitSentences(text, 'en');
    expect(sentences.map(({ kind }) => kind)).toEqual(['prose', 'quoted', 'quoted']);
    expect(sentences[1]?.text.replace(/[\s>]+/gu, ' ')).toBe(
      'The council of the city voted to close Harbour Bridge for repairs.',
    );
  });

  test('what follows two dashes is a signature, up to the next message', () => {
    const text = 'We meet on Monday.\n\n-- \nAnn Berg\nHead of Bridges\n\nFrom: Bo\n\nFine with me.';
    expect(splitSentences(text).map(({ kind }) => kind)).toEqual([
      'prose',
      'signature',
      'signature',
      'signature',
      'header',
      'prose',
    ]);
  });

  test('wrapped turns of a dialog keep their speakers', () => {
    const text =
      'Ann: The council of the city voted on Monday\nto close Harbour Bridge. The answer of the\npublic: silence. We will see.\nBob: Fine.\nAnn: Good.';
    expect([...new Set(splitSentences(text).map(({ speaker }) => speaker))]).toEqual(['Ann', 'Bob']);
    expect(splitSentences(text)[1]?.text.replace(/\s+/gu, ' ')).toBe('The answer of the public: silence.');
  });

  test('a line end inside Chinese text is no space and ends no sentence', () => {
    const lines = [
      '市政府周一宣布从下个月起关闭旧港大桥进行',
      '维修。工程师在三月的检查中发现两根钢梁有',
      '裂缝。',
    ];
    expect(splitSentences(lines.join('\n'), 'zh')).toHaveLength(2);
  });
});
