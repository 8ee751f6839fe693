import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countGrounding, describeCounts } from '#schema/runs/grounding.ts';
import { createGrounder, type Grounding, groundSummary } from './ground-summary.ts';

const SOURCE = [
  'Liana Barrientos, 39, of New York, was arrested on Friday and charged with fraud, police said.',
  'She had married ten men over eleven years, and she never divorced her first husband.',
  'Her lawyer, Carlos Garcia of Boston, said that the 1.8 million dollars had been a gift.',
  'The World Health Organization had nothing to do with the case.',
  'The trial is expected to begin on March 3 and to last for 30 days.',
].join(' ');

const flagsOf = (grounding: Grounding): string[] =>
  grounding.sentences.flatMap((sentence) =>
    sentence.flags.map((flag) => `${flag.kind} ${flag.reason}: ${flag.text}`),
  );
const check = (summary: string): Grounding => groundSummary(SOURCE, summary);

describe('grounding a summary', () => {
  test('a quoted sentence is supported by the source sentence it comes from', () => {
    const { sentences, score } = check('She had married ten men over eleven years.');
    expect(sentences[0]).toMatchObject({ state: 'quoted', flags: [] });
    expect(sentences[0]?.support[0]?.text).toContain('She had married');
    expect(score).toBeGreaterThan(0.8);
  });

  test('a sentence that the source repeats is shown where it stands first', () => {
    const summary = 'The World Health Organization had nothing to do with the case.';
    const repeated = groundSummary(Array.from({ length: 12 }, () => SOURCE).join(' '), summary);
    const [once] = check(summary).sentences;
    expect(repeated.sentences[0]).toMatchObject({ state: 'quoted', flags: [] });
    expect(repeated.sentences[0]?.support[0]).toEqual(once?.support[0]);
  });

  test('flags a number, a name and a month that the source does not have', () => {
    expect(flagsOf(check('Liana Barrientos, 41, was arrested on Friday.'))).toEqual(['number elsewhere: 41']);
    expect(flagsOf(check('Oswaldo Garcia spoke to reporters.'))).toEqual(['name missing: Oswaldo']);
    expect(flagsOf(check('The trial is expected to begin in August.'))).toEqual(['date elsewhere: August']);
  });

  test('flags a name where the source has another one, and says which', () => {
    const replaced = check('Her lawyer, Oswaldo Garcia, said that it had been a gift.');
    expect(flagsOf(replaced)).toEqual(['name elsewhere: Oswaldo']);
    const told = replaced.sentences[0]?.flags[0]?.source;
    expect(SOURCE.slice(told?.start, told?.end)).toBe('Carlos');
    expect(flagsOf(check('Liana Garcia was arrested on Friday and charged with fraud.'))).toEqual([
      'name elsewhere: Garcia',
    ]);
  });

  test('flags a negation put in and one left out', () => {
    expect(flagsOf(check('Liana Barrientos was not arrested on Friday.'))).toEqual([
      'negation reversed: not',
    ]);
    expect(
      flagsOf(check('She had married ten men over eleven years, and she divorced her first husband.')),
    ).toEqual(['negation reversed: divorced']);
  });

  test('flags a quotation in other words', () => {
    expect(flagsOf(check('Her lawyer said "the whole affair is a big misunderstanding".'))).toEqual([
      'quote missing: "the whole affair is a big misunderstanding"',
    ]);
  });

  test.each([
    ['She had married 10 men over 11 years.'],
    ['Her lawyer said that the $1.8m had been a gift.'],
    ['Her lawyer said that the 1,800,000 dollars had been a gift.'],
    ['The WHO had nothing to do with the case.'],
    ['The trial will last 30 days.'],
  ])('understands other ways to write the same: %s', (summary) => {
    expect(flagsOf(check(summary))).toEqual([]);
  });

  test('free wording without a wrong detail is undecided', () => {
    const { sentences } = check('A serial bride faces justice over her many weddings.');
    expect(sentences[0]?.state).toBe('not-checked');
  });

  test('across languages it compares numbers and Latin names and claims nothing more', () => {
    const { sentences } = check(
      'Barrientos 现年39岁，因欺诈被捕。审判将于3月3日开始。她的律师 Miller 说涉案180万美元。涉案金额为250万美元。',
    );
    expect(sentences.map((sentence) => sentence.state)).toEqual([
      'not-checked',
      'not-checked',
      'not-in-the-source',
      'not-in-the-source',
    ]);
    expect(sentences.flatMap((sentence) => sentence.flags.map((flag) => flag.text))).toEqual([
      'Miller',
      '250万美元',
    ]);
    expect(sentences[0]?.support[0]?.text).toContain('Barrientos');
  });

  test('checks Chinese by its own words and units', () => {
    const source = '据报道，上海队周三以104比92击败北京队，张伟得到34分。比赛持续了两个小时。';
    const grounding = groundSummary(source, '比赛持续了两个小时。李晨得到25分。');
    expect(grounding.sentences[0]).toMatchObject({ state: 'quoted', flags: [] });
    expect(grounding.sentences[1]?.flags.map((flag) => flag.text)).toEqual(['李晨', '25']);
  });

  test('one grounder serves several summaries', () => {
    const ground = createGrounder(SOURCE);
    expect(ground('She married ten men.')).toEqual(groundSummary(SOURCE, 'She married ten men.'));
    expect(ground('').sentences).toEqual([]);
  });

  test('never throws, quotes truly and answers the same twice, whatever the texts', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constantFrom('Ann met Bob. ', 'not 5 ', '三十人。', '"a b c d e" '),
        ),
        {
          maxLength: 15,
        },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (source, summary) => {
        const first = groundSummary(source, summary);
        for (const sentence of first.sentences) {
          expect(summary.slice(sentence.start, sentence.end)).toBe(sentence.text);
          for (const place of sentence.support) expect(source.slice(place.start, place.end)).toBe(place.text);
          for (const flag of sentence.flags) expect(summary.slice(flag.start, flag.end)).toBe(flag.text);
        }
        expect(first.score).toBeGreaterThanOrEqual(0);
        expect(first.score).toBeLessThanOrEqual(1);
        expect(groundSummary(source, summary)).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });

  test('a copied sentence is shown beside its original, however long and alike the source is', () => {
    const words = 'council bridge river harbour ferry money winter traffic'.split(' ');
    const source = Array.from({ length: 4000 }, (_, at) => {
      const [first, second, third, fourth] = [at, at >> 3, at >> 6, at >> 9].map((n) => words[n % 8]);
      return `The ${first} and the ${second} saw the ${third}\nbehind the ${fourth}.`;
    }).join('\n');
    const copy = 'The ferry and the winter saw the river behind the traffic.';
    const { start, text, state } = firstOf(groundSummary(source, copy));
    expect({ state, text: text?.replace('\n', ' ') }).toEqual({ state: 'quoted', text: copy });
    expect(start).toBe(source.indexOf('The ferry and the winter saw the river\nbehind the traffic.'));
  });

  test('a sentence after endless repeats is found, and a repeated one is shown where it first stands', () => {
    const repeated = 'The council voted against the new bridge on Monday. ';
    const last = 'The ferry cost 4,711 euros.';
    const ground = createGrounder(repeated.repeat(3000) + last);
    expect(firstOf(ground(last))).toEqual({ state: 'quoted', start: 3000 * repeated.length, text: last });
    expect(firstOf(ground(repeated))).toMatchObject({ state: 'quoted', start: 0 });
    expect(flagsOf(ground('The ferry cost 4,811 euros.'))).toEqual(['number elsewhere: 4,811 euros']);
  });
});

function firstOf({ sentences }: Grounding) {
  const [sentence] = sentences;
  const [passage] = sentence?.support ?? [];
  return { state: sentence?.state, start: passage?.start, text: passage?.text };
}

test('the details of a summary in another language are counted', () => {
  const { sentences } = groundSummary(
    SOURCE,
    'Liana Barrientos aus New York heiratete zehn Männer in elf Jahren. Der Prozess dauert 40 Tage.',
    { language: 'en', summaryLanguage: 'de' },
  );
  expect(describeCounts(countGrounding({ sentences }))).toBe(
    '4 of 5 details found, 1 not in the source; 2 sentences: 1 not in the source, 1 not checked',
  );
});
