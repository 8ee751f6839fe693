import { describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';

const ARTICLE = `Northwind Foods said on Thursday that sales rose 38 percent to €90 million in March. Its chief executive, Ingrid Solheim, said the company may open a plant in Poland. Three of the four unions voted against the plan, and Jens Overgaard opposes it. The court rejected the appeal on 14 May.

Northwind bought the bakery chain Crumbly in 2019. Sales were higher in Denmark than in Norway. The walk to the plant is 12 miles long. Most of the workers live in Bergen. The company did not sign any contract with Crumbly's owner, Mette Lund. If the price of wheat rises, bread will cost more. The board met before the vote took place. Almost all customers complained.

"We are not closing the mill," said Solheim. The firm has 3 shops in Oslo and 4 shops in Bergen. Exports came to 39.4 percent of output. The loss was €11 million. The lighthouse stands near the mill. It was automated on 1 June.`;

const statesOf = (summary: string): string[] =>
  groundSummary(ARTICLE, summary).sentences.map(({ state }) => state);
const flagsOf = (summary: string): string[] =>
  groundSummary(ARTICLE, summary).sentences.flatMap(({ flags }) =>
    flags.map(({ kind, text }) => `${kind}: ${text}`),
  );

describe('a sentence with one wrong detail', () => {
  test.each([
    ['a direction', 'Sales fell 38 percent to €90 million in March.', 'polarity: fell'],
    ['a currency', 'Sales rose 38 percent to $90 million in March.', 'currency: $90 million'],
    ['a number', 'Sales rose 83 percent to €90 million in March.', 'number: 83 percent'],
    ['a month', 'Sales rose 38 percent to €90 million in May.', 'date: May'],
    ['a weekday', 'Northwind Foods said on Tuesday that sales rose 38 percent.', 'date: Tuesday'],
    ['a date', 'The court rejected the appeal on 15 May.', 'date: 15 May'],
    ['a unit', 'The walk to the plant is 12 kilometres long.', 'unit: 12 kilometres'],
    ['a vote', 'Three of the four unions voted for the plan.', 'polarity: for'],
    ['a ruling', 'The court upheld the appeal on 14 May.', 'polarity: upheld'],
    ['a stance', 'Jens Overgaard supports it.', 'polarity: supports'],
    ['a count', 'All of the four unions voted against the plan.', 'quantifier: All'],
    ['a majority', 'All of the workers live in Bergen.', 'quantifier: All'],
    ['almost all', 'All customers complained.', 'quantifier: All'],
    [
      'a denial removed',
      'The company did sign a contract with the owner of Crumbly, Mette Lund.',
      'negation: ',
    ],
    ['a denial added', 'The court has not rejected the appeal on 14 May.', 'negation: '],
    ['a hedge', 'The company will open a plant in Poland.', 'hedge: will'],
    ['the order in time', 'The board met after the vote took place.', 'order: after'],
    ['who bought whom', 'Northwind was bought by the bakery chain Crumbly in 2019.', 'role: bought by'],
    ['a comparison', 'Sales were lower in Denmark than in Norway.', 'comparison: lower'],
    ['a comparison turned round', 'Sales were higher in Norway than in Denmark.', 'comparison: '],
    ['a name', 'Northwind bought the bakery chain Krumbel in 2019.', 'name: Krumbel'],
    [
      'a name of the article',
      "The company did not sign any contract with Crumbly's owner, Jens Overgaard.",
      'name: Jens Overgaard',
    ],
    ['a quotation', '"We are closing the mill," said Solheim.', 'quote: "We are closing the mill,"'],
    ['an invented quotation', 'Solheim said "my door is always open to the unions".', 'quote: "my door'],
    ['another speaker', '"We are not closing the mill," said Overgaard.', ': Overgaard'],
  ])('names %s', (_, summary, flag) => {
    expect(flagsOf(summary).join('\n')).toContain(flag);
    expect(statesOf(summary)).not.toContain('supported');
  });

  test.each([
    ['a condition left out', 'Bread will cost more.'],
    ['a condition left out of other words', 'Bread is going to cost the customers more.'],
    ['loss and sales exchanged', 'Sales were €11 million.'],
    [
      'another subject in a joined sentence',
      'The workers, who said the company may open a plant in Poland, live in Bergen.',
    ],
  ])('is not ticked for %s', (_, summary) => {
    expect(statesOf(summary)).not.toContain('supported');
  });
});

describe('a right sentence', () => {
  test.each([
    ['a short form of a title', 'CEO Ingrid Solheim said the company may open a plant in Poland.'],
    ['a demonym', 'A Polish plant may be opened.'],
    ['a capital at the start', 'Together, the unions voted against the plan.'],
    ['a common noun at the start', 'Revenue rose 38 percent to €90 million in March.'],
    ['a sum', 'The firm has 7 shops in Oslo and Bergen.'],
    ['a rounded number', 'Exports came to almost 40 percent of output.'],
    ['another unit', 'The walk to the plant is about 19 kilometres long.'],
    ['a difference that it announces', 'Sales were €79 million more than the loss.'],
    ['a lead-in', '**Key points:**'],
    ['a number in a list', '1. The loss was €11 million.'],
    ['a citation', 'Most of the workers live in Bergen [1].'],
    ['citations and a footnote', 'The loss was €11 million.² Sales rose 38 percent [2, 3].'],
    ['a link', 'The loss was €11 million ([source](https://example.com/2024/05/17)).'],
    ['a table', '| Loss | −€11 million |'],
  ])('is not flagged for %s', (_, summary) => {
    expect(flagsOf(summary)).toEqual([]);
  });

  test.each([
    ['as a copy', 'The court rejected the appeal on 14 May.'],
    ['cut short', 'Sales rose 38 percent in March.'],
    ['in the passive voice', 'The bakery chain Crumbly was bought by Northwind in 2019.'],
    ['in a numbered list', '2. The walk to the plant is 12 miles long [4].'],
    ['with the noun for its pronoun', 'The lighthouse was automated on 1 June.'],
  ])('is supported %s', (_, summary) => {
    expect(statesOf(summary)).toEqual(['supported']);
  });
});

describe('offsets', () => {
  test('stand on the named words, whatever markup is before them', () => {
    const summary =
      '# Results\n\n1. 📉 **Sales:** they fell 83 percent [1].\n2. The court upheld the appeal on 15 May.²';
    const { sentences } = groundSummary(ARTICLE, summary);
    const flags = sentences.flatMap((sentence) => sentence.flags);
    expect(flags.length).toBeGreaterThan(1);
    for (const { start, end, text } of [...sentences, ...flags]) expect(summary.slice(start, end)).toBe(text);
  });

  test.each([
    ['unbalanced quotes', '"“«「 sales '.repeat(200)],
    ['right-to-left text', 'המכירות עלו ב-38 אחוז. ارتفعت المبيعات 38 في المئة.'],
    ['zero-width characters', [...'Sales rose 38 percent.'].join('\u200b')],
    ['only punctuation', '!?.,;:—'.repeat(300)],
    ['half a surrogate pair', '\ud83d sales \udc00 412'],
    ['nothing', ''],
  ])('hold for %s', (_, summary) => {
    const { sentences, score } = groundSummary(ARTICLE, summary);
    expect(score).toBeGreaterThanOrEqual(0);
    for (const { start, end, text, flags } of sentences) {
      expect(summary.slice(start, end)).toBe(text);
      for (const flag of flags) expect(summary.slice(flag.start, flag.end)).toBe(flag.text);
    }
  });
});

test.each([
  [
    'de',
    'Der Umbau kostet voraussichtlich 140.000 Euro. Das Haus wird im Mai geöffnet.',
    'Der Umbau kostet 140 000 Euro.',
  ],
  [
    'es',
    'La quesería vendió 31.000 quesos el año pasado.',
    'La quesería vendió 31 000 quesos el año pasado.',
  ],
])('blanks between thousands are read in %s', (language, source, summary) => {
  const [sentence] = groundSummary(source, summary, { language, summaryLanguage: language }).sentences;
  expect(sentence?.flags).toEqual([]);
});

test('an amount in a currency that the source does not name is not supported', () => {
  const source = 'The bridge will be repaired next year. Repair will cost an estimated 118 million crowns.';
  const [sentence] = groundSummary(source, 'Repair will cost an estimated 118 million dollars.').sentences;
  expect(sentence?.state).not.toBe('supported');
});
