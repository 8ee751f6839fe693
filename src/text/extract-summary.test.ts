import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractSummary } from './extract-summary.ts';
import { opensUnresolved } from './extraction/openings.ts';
import { countWords } from './words.ts';

const DETAILS = ['short', 'medium', 'detailed'] as const;

const ARTICLE = [
  'The city council of Avonport voted on Monday to close the old harbour bridge for repairs.',
  'Engineers found cracks in two of the bridge’s steel supports during an inspection in March.',
  'The weather was pleasant.',
  'The repairs of the bridge will cost 4.2 million dollars and take about nine months, the council said.',
  'He was not available for comment.',
  'Ferries will carry passengers across the harbour while the bridge is closed.',
  'But some shop owners near the harbour fear that the closure of the bridge will drive customers away.',
  'A spokesman said the council would offer them help with rents.',
].join(' ');

describe('extracting a summary', () => {
  test('quotes sentences of the source in reading order with their places', () => {
    const { sentences, text, language } = extractSummary(ARTICLE, { budget: { words: 50 } });
    expect(language).toBe('en');
    expect(sentences.length).toBeGreaterThan(1);
    for (const { text: quoted, start, end } of sentences) expect(ARTICLE.slice(start, end)).toBe(quoted);
    expect(sentences.map((s) => s.start)).toEqual(sentences.map((s) => s.start).toSorted((a, b) => a - b));
    expect(text).toBe(sentences.map((s) => s.text).join(' '));
    expect(text).toContain('voted on Monday');
    expect(text).not.toContain('weather');
  });

  test('keeps within a budget of words and of characters', () => {
    expect(countWords(extractSummary(ARTICLE, { budget: { words: 40 } }).text)).toBeLessThanOrEqual(40);
    expect(extractSummary(ARTICLE, { budget: { characters: 250 } }).text.length).toBeLessThanOrEqual(250);
  });

  test('gives one sentence when the budget is smaller than any', () => {
    expect(extractSummary(ARTICLE, { budget: { words: 1 } }).sentences).toHaveLength(1);
  });

  test('takes at most about half of a short source by default', () => {
    expect(countWords(extractSummary(ARTICLE).text)).toBeLessThanOrEqual(countWords(ARTICLE) / 2);
  });

  test.each([3, 4, 5, 8, 20, 240])('each level of detail has more sentences, of %i in all', (count) => {
    const sentences = Array.from({ length: 30 }, (_, i) => ARTICLE.replaceAll('bridge', `bridge ${i}`))
      .join(' ')
      .split(/(?<=\.) /u)
      .slice(0, count);
    const [short = 0, medium = 0, detailed = 0] = DETAILS.map(
      (detail) => extractSummary(sentences.join(' '), { detail }).sentences.length,
    );
    expect(short).toBeGreaterThan(0);
    expect(short).toBeLessThanOrEqual(4);
    expect(medium).toBeGreaterThan(short);
    expect(detailed).toBeGreaterThan(medium);
    if (count > 8) expect(detailed).toBeLessThan(count * 0.7);
  });

  test('levels differ even where every sentence points back to the one before', () => {
    const text = 'He went home early. She stayed there. They met again on Friday. But it rained all day.';
    expect(DETAILS.map((detail) => extractSummary(text, { detail }).sentences.length)).toEqual([1, 2, 3]);
  });

  test('a sentence that the source repeats is quoted once, also across list items and quoted mail', () => {
    const [first = '', , , fourth = ''] = ARTICLE.split(/(?<=\.) /u);
    const text = `${ARTICLE}\n\n${first}\n\n> ${first}\n> ${fourth}\n\n${ARTICLE}`;
    for (const detail of DETAILS) {
      const quoted = extractSummary(text, { detail }).sentences.map((sentence) => sentence.text);
      expect(new Set(quoted).size).toBe(quoted.length);
    }
  });

  test('no sentence opens with a reference whose antecedent stayed behind', () => {
    for (const words of [20, 40, 60, 80, 100]) {
      const { sentences } = extractSummary(ARTICLE, { budget: { words } });
      sentences.forEach((sentence, at) => {
        if (!opensUnresolved(sentence.text, 'en')) return;
        expect(sentences[at - 1]?.index).toBe(sentence.index - 1);
      });
    }
  });

  test('a title draws the summary to its topic', () => {
    const { text } = extractSummary(ARTICLE, {
      title: 'Ferries carry passengers across harbour',
      budget: { words: 30 },
    });
    expect(text).toContain('Ferries');
  });

  test('summarizes a dialog by whole turns with their speakers', () => {
    const dialog =
      'Ann: Hi!\nBob: Hello Ann.\nAnn: We decided to move the product launch to May because the tests are late.\nBob: OK. I will tell the customers about the new launch date.\nAnn: Thanks.';
    const { text } = extractSummary(dialog, { budget: { words: 35 } });
    expect(text).toContain('Ann: We decided to move the product launch to May');
    expect(text.split('\n').every((line) => /^(?:Ann|Bob): /.test(line))).toBe(true);
  });

  test('summarizes Chinese without inserting spaces', () => {
    const text =
      '市政府周一宣布关闭旧港大桥进行维修。工程师在三月的检查中发现两根钢梁有裂缝。天气很好。大桥维修将耗资四百万元，工期约九个月。';
    const { text: summary, language } = extractSummary(text, { budget: { words: 45 } });
    expect(language).toBe('zh');
    expect(summary).toContain('大桥');
    expect(summary).not.toContain(' ');
  });

  test.each(['(CNN)', 'LONDON, England (CNN) -- ', 'BERLIN (Reuters) – '])(
    'leaves out the dateline %s',
    (dateline) => {
      const text = dateline + ARTICLE;
      const [first] = extractSummary(text, { budget: { words: 50 } }).sentences;
      expect(first?.text).toMatch(/^The city council/);
      expect(first?.start).toBe(dateline.length);
    },
  );

  test('has nothing to say of empty text', () => {
    expect(extractSummary('')).toEqual({ text: '', sentences: [], pieces: [], language: undefined });
    expect(extractSummary(' \n\n ').sentences).toEqual([]);
  });

  test('takes a megabyte in seconds', () => {
    const started = performance.now();
    const { sentences } = extractSummary(`${ARTICLE}\n`.repeat(1_500), { detail: 'detailed' });
    expect(sentences.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  test('never throws, quotes truly and answers the same twice, whatever the text', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(
          'Ann: Yes. ',
          '\n',
          '。',
          'He said it. ',
          '- item\n',
          '# Head\n',
          '> quoted\n',
          'The U.S. won. ',
        ),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 60 }), (parts, words) => {
        const text = parts.join('');
        const first = extractSummary(text, { budget: { words } });
        for (const { text: quoted, start, end } of first.sentences)
          expect(text.slice(start, end).replace(/[\s>]/gu, '')).toBe(quoted.replace(/[\s>]/gu, ''));
        expect(first.pieces.join('')).toBe(first.text);
        expect(first.pieces).toHaveLength(first.sentences.length);
        expect(extractSummary(text, { budget: { words } })).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });
});
