import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

const textsOf = (text: string, language?: string): string[] =>
  splitSentences(text, language).map((s) => s.text);

describe('splitting into sentences', () => {
  test('keeps abbreviations, initials, decimals and times whole', () => {
    expect(
      textsOf(
        'Dr. Smith met J. R. R. Tolkien at 5 p.m. on Jan. 5. The U.S. team won $5.50 vs. $6. See e.g. Fig. 3.',
      ),
    ).toEqual([
      'Dr. Smith met J. R. R. Tolkien at 5 p.m. on Jan. 5.',
      'The U.S. team won $5.50 vs. $6.',
      'See e.g. Fig. 3.',
    ]);
  });

  test('keeps a quoted question with the words that report it', () => {
    expect(textsOf('"Why?" he asked. Then she left... and went home.')).toEqual([
      '"Why?" he asked.',
      'Then she left... and went home.',
    ]);
  });

  test('splits tokenised lower-case text at its lone full stops', () => {
    expect(textsOf('the mother has made videos . she is a star .')).toEqual([
      'the mother has made videos .',
      'she is a star .',
    ]);
  });

  test('tells headings, list items and prose apart', () => {
    const sentences = splitSentences('# Title here\n\nSome prose is here.\n\n- item one\n2. item two');
    expect(sentences.map((s) => s.kind)).toEqual(['heading', 'prose', 'item', 'item']);
  });

  test('fenced code is no prose', () => {
    const kinds = splitSentences('Run this:\n\n```sh\nnpm start. Now!\n```\n\nThen open the page.').map(
      (s) => s.kind,
    );
    expect(kinds).toEqual(['prose', 'code', 'code', 'code', 'prose']);
  });

  test('joins hard-wrapped lines into one sentence', () => {
    const text =
      'This is a line of a mail that was wrapped at about seventy columns by\nthe program that sent it.';
    expect(textsOf(text)).toEqual([text]);
  });

  test('names the speaker of each turn and the sender of each message', () => {
    const dialog = splitSentences('Ann: Hi there. How are you?\nBob: Fine!\nAnn: Good.');
    expect(dialog.map((s) => s.speaker)).toEqual(['Ann', 'Ann', 'Bob', 'Ann']);
    const mail = splitSentences('From: "Blake" <b@example.org>\nSubject: Plans\n\nWe should meet on Monday.');
    expect(mail.at(-1)).toMatchObject({ speaker: 'Blake', kind: 'prose' });
  });

  test('one line with a colon is no dialog', () => {
    expect(
      splitSentences('Note: this is prose.\nIt goes on.\nAnd on.').every((s) => s.speaker === undefined),
    ).toBe(true);
  });

  test('splits Chinese and Japanese and keeps short quotations whole', () => {
    expect(textsOf('他来了。「你好！请坐。」她说。再见！', 'zh')).toEqual([
      '他来了。',
      '「你好！请坐。」',
      '她说。',
      '再见！',
    ]);
    expect(textsOf('天安門事件から30年 中国が忘れた映像 魏氏は質問を受けた。', 'ja')).toEqual([
      '天安門事件から30年',
      '中国が忘れた映像',
      '魏氏は質問を受けた。',
    ]);
  });

  test('splits right-to-left text', () => {
    expect(textsOf('مرحبا بالعالم. كيف حالك اليوم؟ أنا بخير.', 'ar')).toHaveLength(3);
  });

  test('cuts text without any end into readable pieces, in linear time', () => {
    const started = process.cpuUsage();
    const sentences = splitSentences('word '.repeat(200_000));
    expect(Math.max(...sentences.map((s) => s.text.length))).toBeLessThanOrEqual(1_201);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3_000);
  });

  test('offsets always point at the quoted text, in order, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom('en', 'zh', 'ja', 'ar', undefined),
        (text, language) => {
          let last = 0;
          for (const sentence of splitSentences(text, language)) {
            expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
            expect(sentence.start).toBeGreaterThanOrEqual(last);
            expect(sentence.text.trim()).not.toBe('');
            last = sentence.end;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
