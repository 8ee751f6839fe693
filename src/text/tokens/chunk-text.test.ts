import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { boundTokens, chunkText, loadTokenizer, type Tokenizer } from './tokens.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
});

describe('chunking', () => {
  test('loses no character of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 4, max: 60 }),
        (text, maxTokens) => {
          expect(chunkText(text, { maxTokens, tokenizer }).join('')).toBe(text);
        },
      ),
    );
  });

  test('keeps every chunk within the limit', () => {
    const text = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} says a little. And then more.`).join(
      '\n\n',
    );
    for (const chunk of chunkText(text, { maxTokens: 50, tokenizer })) {
      expect(tokenizer.count(chunk)).toBeLessThanOrEqual(50);
    }
  });

  test('cuts between paragraphs when they fit, and between sentences when they do not', () => {
    const short = 'One is here.\n\nTwo is here.\n\n';
    expect(chunkText(short, { maxTokens: 6, tokenizer })).toEqual(['One is here.\n\n', 'Two is here.\n\n']);
    const long = 'The first sentence is here. The second sentence is there. The third one ends it.';
    expect(chunkText(long, { maxTokens: 8, tokenizer })).toEqual([
      'The first sentence is here. ',
      'The second sentence is there. ',
      'The third one ends it.',
    ]);
  });

  test('survives a megabyte without a single space', () => {
    const text = 'x'.repeat(1_000_000);
    const chunks = chunkText(text, { maxTokens: 20_000, tokenizer });
    expect(chunks.join('')).toBe(text);
  });
});

describe('token counts', () => {
  test('control tokens in a text are counted as plain characters', () => {
    expect(tokenizer.count('a <|endoftext|> b')).toBeGreaterThan(3);
  });

  test('the bound without a tokenizer is never below the count', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(tokenizer.count(text)).toBeLessThanOrEqual(boundTokens(text));
      }),
    );
  });
});
