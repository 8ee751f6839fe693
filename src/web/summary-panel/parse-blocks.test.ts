import { describe, expect, test } from 'vitest';
import { parseBlocks } from './parse-blocks.ts';

describe('the blocks of a summary', () => {
  test('are its paragraphs and its lists', () => {
    expect(parseBlocks('The bridge closes.\n\n- It is old.\n- It is rusty.\n\nFerries run instead.')).toEqual(
      [
        { kind: 'paragraph', text: 'The bridge closes.' },
        { kind: 'list', ordered: false, items: ['It is old.', 'It is rusty.'] },
        { kind: 'paragraph', text: 'Ferries run instead.' },
      ],
    );
  });

  test('keep bullets with blank lines between them in one list', () => {
    expect(parseBlocks('• one\n\n• two')).toEqual([{ kind: 'list', ordered: false, items: ['one', 'two'] }]);
  });

  test('keep the lines of a dialogue apart', () => {
    expect(parseBlocks('Anna: Hello.\nBen: Good morning.')).toEqual([
      { kind: 'paragraph', text: 'Anna: Hello.\nBen: Good morning.' },
    ]);
  });

  test('are not made of numbers and dashes inside a sentence', () => {
    expect(parseBlocks('2026 was dry.\n-40 degrees were measured.')).toEqual([
      { kind: 'paragraph', text: '2026 was dry.\n-40 degrees were measured.' },
    ]);
    expect(parseBlocks('3.5 million people left.')).toEqual([
      { kind: 'paragraph', text: '3.5 million people left.' },
    ]);
  });

  test('know numbered lists, Chinese ones too', () => {
    expect(parseBlocks('1. one\n2. two')).toEqual([{ kind: 'list', ordered: true, items: ['one', 'two'] }]);
    expect(parseBlocks('1、桥梁关闭\n2、渡轮运行')).toEqual([
      { kind: 'list', ordered: true, items: ['桥梁关闭', '渡轮运行'] },
    ]);
  });

  test('of a text that still grows never change except the last', () => {
    const text = 'First.\n\n- a\n- b\n\nMiddle.\n\n1. c\n2. d\n\nLast one.';
    const whole = parseBlocks(text);
    for (let length = 0; length < text.length; length++) {
      const partial = parseBlocks(text.slice(0, length), { growing: true });
      expect(partial.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, partial.length - 1)));
    }
  });

  test('end with a lone number only when the text has ended', () => {
    expect(parseBlocks('The answer:\n\n42', { growing: true })).toHaveLength(1);
    expect(parseBlocks('The answer:\n\n42')).toHaveLength(2);
  });
});
