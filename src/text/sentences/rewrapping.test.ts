import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewrapText } from '#tests/fixtures/rewrap-text.ts';
import { shareOf } from '#tests/setup/share.ts';
import { extractSummary } from '#text/extract-summary.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const files = [
  'LICENSE',
  'README.md',
  'ARCHITECTURE.md',
  'bench/results/quality.md',
  'src/sources/entry/sample/harbour-bridge.md',
  'src/sources/entry/sample/bell-founder.md',
  'src/sources/entry/sample/rooftop-gardens.md',
  'src/sources/entry/sample/station-library.md',
];
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const details = ['short', 'medium', 'detailed'] as const;

describe('a summary of real text', () => {
  test('has the same sentences however the text is wrapped and its lines end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.integer({ min: 30, max: 120 }),
        fc.constantFrom('\n', '\r\n', '\r', '\u2028'),
        fc.constantFrom(...details),
        (file, width, lineEnd, detail) => {
          const text = texts.get(file) ?? '';
          const wide = rewrapText(text, { width: Number.POSITIVE_INFINITY, lineEnd: '\n' });
          const wrapped = rewrapText(text, { width, lineEnd });
          expect(sentencesOf(wrapped, detail)).toEqual(sentencesOf(wide, detail));
        },
      ),
      { numRuns: shareOf(150) },
    );
  });

  test.each(files)('quotes whole sentences of %s in order, each once, and streams them in pieces', (file) => {
    const text = texts.get(file) ?? '';
    for (const detail of details) {
      const summary = extractSummary(text, { detail });
      expect(summary.pieces.join('')).toBe(summary.text);
      expect(new Set(summary.sentences.map((sentence) => sentence.text)).size).toBe(summary.sentences.length);
      let last = 0;
      for (const sentence of summary.sentences) {
        expect(text.slice(sentence.start, sentence.end).replace(/\s+/gu, ' ')).toBe(sentence.text);
        expect(sentence.start).toBeGreaterThanOrEqual(last);
        last = sentence.end;
      }
    }
  });

  test.each(files)('has more sentences of %s with each level of detail', (file) => {
    const [short = 0, medium = 0, detailed = 0] = details.map(
      (detail) => extractSummary(texts.get(file) ?? '', { detail }).sentences.length,
    );
    expect(short).toBeLessThan(medium);
    expect(medium).toBeLessThan(detailed);
  });
});

function sentencesOf(text: string, detail: (typeof details)[number]): string[] {
  return extractSummary(text, { detail }).sentences.map((sentence) => sentence.text);
}
