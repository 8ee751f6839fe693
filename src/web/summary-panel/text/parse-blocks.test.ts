import { describe, expect, test } from 'vitest';
import { linesOf, parseBlocks } from './parse-blocks.ts';

/** Parses a text and leaves out the offsets. */
function plainBlocks(text: string) {
  return parseBlocks(text).map((block) => {
    const lines = linesOf(block).map((line) => line.text);
    if (block.kind !== 'list') return { kind: block.kind, text: lines.join('\n') };
    return { kind: block.kind, ordered: block.ordered, items: lines };
  });
}

describe('the blocks of a summary', () => {
  test('are its paragraphs and its lists', () => {
    expect(plainBlocks('The bridge closes.\n\n- It is old.\n- It is rusty.\n\nFerries run instead.')).toEqual(
      [
        { kind: 'paragraph', text: 'The bridge closes.' },
        { kind: 'list', ordered: false, items: ['It is old.', 'It is rusty.'] },
        { kind: 'paragraph', text: 'Ferries run instead.' },
      ],
    );
  });

  test('keep bullets with blank lines between them in one list', () => {
    expect(plainBlocks('• one\n\n• two')).toEqual([{ kind: 'list', ordered: false, items: ['one', 'two'] }]);
  });

  test('keep the lines of a dialogue apart', () => {
    expect(plainBlocks('Anna: Hello.\nBen: Good morning.')).toEqual([
      { kind: 'paragraph', text: 'Anna: Hello.\nBen: Good morning.' },
    ]);
  });

  test('are not made from numbers and dashes inside a sentence', () => {
    expect(plainBlocks('2026 was dry.\n-40 degrees were measured.')).toEqual([
      { kind: 'paragraph', text: '2026 was dry.\n-40 degrees were measured.' },
    ]);
    expect(plainBlocks('3.5 million people left.')).toEqual([
      { kind: 'paragraph', text: '3.5 million people left.' },
    ]);
  });

  test('include numbered lists, also Chinese ones', () => {
    expect(plainBlocks('1. one\n2. two')).toEqual([{ kind: 'list', ordered: true, items: ['one', 'two'] }]);
    expect(plainBlocks('1、桥梁关闭\n2、渡轮运行')).toEqual([
      { kind: 'list', ordered: true, items: ['桥梁关闭', '渡轮运行'] },
    ]);
  });

  test('know where each of their lines starts in the text', () => {
    const text = '  Opening.\r\nMore of it. \n\n - one\n 2) 2\n\n1、桥梁';
    const lines = parseBlocks(text).flatMap(linesOf);
    expect(lines.map((line) => line.text)).toEqual(['Opening.', 'More of it.', 'one', '2', '桥梁']);
    for (const { text: shown, start } of lines) expect(text.slice(start, start + shown.length)).toBe(shown);
    expect(lines[3]?.start).toBe(text.indexOf('2) 2') + 3);
  });

  test('of a growing text never change except the last', () => {
    const text = 'First.\n\n- a\n- b\n\nMiddle.\n\n1. c\n2. d\n\nLast one.';
    const whole = parseBlocks(text);
    for (let length = 0; length < text.length; length++) {
      const partial = parseBlocks(text.slice(0, length), { growing: true });
      expect(partial.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, partial.length - 1)));
    }
  });

  test('end with a lone number only once the text has ended', () => {
    expect(parseBlocks('The answer:\n\n42', { growing: true })).toHaveLength(1);
    expect(parseBlocks('The answer:\n\n42')).toHaveLength(2);
  });

  test('headings, quotes, rules, fences and tables of Markdown are blocks without their markers', () => {
    const text =
      '## Why it *matters*\n\n> said the mayor\n\n---\n| Year | Cost |\n|---|---|\n| 2026 | 118 |\n```\nx = 1\n```';
    const blocks = parseBlocks(text);
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'quote', 'table', 'code']);
    const lines = blocks.flatMap(linesOf);
    expect(lines.map((line) => line.text)).toEqual([
      'Why it *matters*',
      'said the mayor',
      'Year',
      'Cost',
      '2026',
      '118',
      'x = 1',
    ]);
    for (const line of lines) expect(text.startsWith(line.text, line.start)).toBe(true);
  });

  test('indented bullets stay in the list above them', () => {
    const [list] = parseBlocks('1. One\n  - under it\n2. Two');
    expect(list).toMatchObject({
      kind: 'list',
      ordered: true,
      items: [{ text: 'One' }, { text: 'under it', depth: 1 }, { text: 'Two' }],
    });
  });

  test('a marker that may become a heading or a fence is not shown before it is clear', () => {
    for (const end of ['#', '## ', '>', '``', '| Ye'])
      expect(parseBlocks(`Text.\n\n${end}`, { growing: true })).toHaveLength(1);
  });
});
