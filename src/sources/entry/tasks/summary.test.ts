import { describe, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import type { DetailLevel } from '#schema/language.ts';
import { extractSummary } from '#text/extract-summary.ts';
import { extractOf } from './summary.ts';

const sourceText = Array.from(
  { length: 60 },
  (_, index) =>
    `Station ${index} measured the height of the river Elbe at dawn on day ${index} of the flood. ` +
    `The crew of station ${index} then sent its number by radio to the office in Dresden.`,
).join('\n\n');

async function extract(text: string, detailLevel: DetailLevel): Promise<string[]> {
  const context = { run: { variant: { detailLevel } }, input: { sourceText: text, title: null } };
  const offline = extractOf(context as unknown as Parameters<typeof extractOf>[0]);
  return [...(await offline(localTextWork, new AbortController().signal))];
}

describe('a summary without a model', () => {
  test.each([
    ['paragraphs', (text: string) => text],
    ['hard-wrapped lines', (text: string) => text.replace(/(.{30,50}) /g, '$1\n')],
    ['lines that end in CRLF', (text: string) => text.replace(/(.{30,50}) /g, '$1\r\n')],
    ['runs of blanks and tabs', (text: string) => text.replaceAll(' ', '  \t')],
    ['items of a list', (text: string) => text.replace(/^/gm, '- ')],
    ['the same sentence many times', (text: string) => text + text.slice(0, 300).repeat(20)],
  ])('of a text with %s is exactly the extract, sentence by sentence', async (_, rewrite) => {
    for (const detailLevel of ['short', 'medium', 'detailed'] as const) {
      const text = rewrite(sourceText);
      const pieces = await extract(text, detailLevel);
      const expected = extractSummary(text, { detail: detailLevel });
      expect(pieces.join('')).toBe(expected.text);
      expect(pieces).toHaveLength(expected.sentences.length);
    }
  });

  test('is shorter when it is to be short than when it is to be detailed', async () => {
    const [short, detailed] = [await extract(sourceText, 'short'), await extract(sourceText, 'detailed')];
    expect(short.join('').length).toBeGreaterThan(0);
    expect(short.join('').length).toBeLessThan(detailed.join('').length);
  });

  test('of an empty text is empty', async () => {
    expect(await extract('', 'medium')).toEqual([]);
  });
});
