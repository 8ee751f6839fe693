import { describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';
import { checkClaim } from './check-claim.ts';
import { indexSource } from './source-index.ts';

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
    expect(statesOf(summary)).not.toContain('quoted');
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
    expect(statesOf(summary)).not.toContain('quoted');
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
    ['in a numbered list', '2. The walk to the plant is 12 miles long [4].'],
    ['without the clause that follows', 'Three of the four unions voted against the plan.'],
  ])('is quoted %s', (_, summary) => {
    expect(statesOf(summary)).toEqual(['quoted']);
  });

  test.each([
    ['in the passive voice', 'The bakery chain Crumbly was bought by Northwind in 2019.'],
    ['with the noun for its pronoun', 'The lighthouse was automated on 1 June.'],
    ['without its speaker', 'Sales rose 38 percent to €90 million in March.'],
    ['joined from two', 'Sales were higher in Denmark than in Norway, and the loss was €11 million.'],
  ])('is left to a model %s', (_, summary) => {
    expect(statesOf(summary)).toEqual(['not-checked']);
  });
});

/** The states of a sentence beside a source that goes on after it. */
function statesIn(language: string, source: string, summary: string): string[] {
  return groundSummary(`${source} ${REST[language]}`, summary, {
    language,
    summaryLanguage: language,
  }).sentences.map(({ state }) => state);
}

const REST: Record<string, string> = {
  en: 'The weather in the old town was mild that week, and the streets were full.',
  de: 'Das Wetter in der Altstadt war in dieser Woche mild, und die Straßen waren voll.',
  fr: 'Le temps était doux cette semaine dans la vieille ville, et les rues étaient pleines.',
  es: 'El tiempo fue suave esta semana en la ciudad vieja, y las calles estaban llenas.',
  zh: '本周老城区天气温和，街上人很多。',
  ja: '今週、旧市街の天気は穏やかで、通りには人が多かった。',
};

describe('a sentence from which something is cut', () => {
  test.each([
    ['en', 'The ferry, which sails daily, reached Orr at noon.', 'The ferry reached Orr at noon.'],
    ['en', 'The ferry reached Orr at noon, an hour behind its timetable.', 'The ferry reached Orr at noon.'],
    ['en', 'The ferry reached Orr at noon because the sea was calm.', 'The ferry reached Orr at noon.'],
    ['en', 'However, the ferry reached Orr at noon.', 'The ferry reached Orr at noon.'],
    ['en', 'On 3 May, the ferry reached Orr.', 'The ferry reached Orr.'],
    ['en', '**The ferry** reached “Orr Quay” at noon.', 'The ferry reached "Orr Quay" at noon'],
    ['de', 'Die Fähre legte mittags an, weil die See ruhig war.', 'Die Fähre legte mittags an.'],
    ['de', 'Die Fähre bekam einen Anstrich, den auch Kinder lobten.', 'Die Fähre bekam einen Anstrich.'],
    ['fr', 'Le bac, construit en 1990, dessert Orr et Vell.', 'Le bac dessert Orr et Vell.'],
    ['fr', 'Le bac dessert Orr depuis mai, ce qui réjouit les habitants.', 'Le bac dessert Orr depuis mai.'],
    ['es', 'El barco, que nunca se retrasa, llegó a Orr en mayo.', 'El barco llegó a Orr en mayo.'],
    ['es', 'El barco llegó a Orr en mayo; el puerto era nuevo.', 'El barco llegó a Orr en mayo.'],
    ['zh', '渡轮中午抵达奥尔港，船上有三十名乘客。', '渡轮中午抵达奥尔港。'],
    ['zh', '渡轮中午抵达奥尔港，因为海面没有风浪。', '渡轮中午抵达奥尔港。'],
    ['ja', '海が穏やかだったので、船は正午に港へ着いた。', '船は正午に港へ着いた。'],
    ['ja', '船は３０人を乗せた。', '船は30人を乗せた。'],
  ])('is quoted if what is left says the same (%s: %s)', (language, source, summary) => {
    expect(statesIn(language, source, summary)).toEqual(['quoted']);
  });

  test.each([
    ['en', 'The brother of the mayor was arrested in Orr.', 'The mayor was arrested in Orr.'],
    ['en', 'The ferry will sail in May, weather permitting.', 'The ferry will sail in May.'],
    [
      'en',
      'The ferry will sail in May, the owner promises and his critics doubt.',
      'The ferry will sail in May.',
    ],
    ['en', 'The ferry sails to Orr, but only in summer.', 'The ferry sails to Orr.'],
    ['en', 'In winter, the ferry sails on Mondays.', 'The ferry sails on Mondays.'],
    ['en', 'The line employs 300 people in Orr, Vell and Tarn.', 'The line employs 300 people in Orr.'],
    ['en', 'Firm Orr lost money, firm Vell won, and shares rose.', 'Firm Orr lost money and shares rose.'],
    ['en', 'The minister, said the man, lies.', 'The minister said the man lies.'],
    ['en', '“We sank the ferry. It was a bad mistake,” Ann Lee said.', 'It was a bad mistake.'],
    ['en', 'Is the ferry really sinking?', 'The ferry really is sinking.'],
    ['en', 'Ann Lee asked Bo Park to resign; Park refused.', 'Park refused.'],
    ['de', 'Der Rabatt gilt für alle Gäste, die im Mai buchen.', 'Der Rabatt gilt für alle Gäste.'],
    ['de', 'Die Fähre fährt im Mai wieder, meldet der Kurier.', 'Die Fähre fährt im Mai wieder.'],
    ['de', 'Der Rat lehnte den Plan, der viel kostet, rundweg ab.', 'Der Rat lehnte den Plan.'],
    ['de', 'Die Stadt hat versprochen, die Fähre zu ersetzen.', 'Die Stadt hat versprochen.'],
    ['fr', 'Le bac est perdu, laisse entendre le capitaine.', 'Le bac est perdu.'],
    ['fr', "Le bac partira en mai, s'il fait beau.", 'Le bac partira en mai.'],
    ['es', 'El barco está perdido, cuentan los vecinos.', 'El barco está perdido.'],
    ['es', 'El barco zarpa los lunes, salvo en invierno.', 'El barco zarpa los lunes.'],
    ['zh', '渡轮五月开航，但须经市议会批准。', '渡轮五月开航。'],
    ['zh', '据船长说，渡轮已经沉没。', '渡轮已经沉没。'],
    ['ja', '船長によると、船は港で沈んだ。', '船は港で沈んだ。'],
    ['ja', '市長は、船が沈んだと述べた。', '船が沈んだと述べた。'],
    ['pt', 'O barco chegou ao porto de Orr, segundo o capitão.', 'O barco chegou ao porto de Orr.'],
  ])('is not quoted if the cut limits, denies or attributes it (%s: %s)', (language, source, summary) => {
    expect(statesIn(language, source, summary)).not.toContain('quoted');
  });

  test.each([
    ['Myths', 'The old ferry sank in a storm.'],
    ['The council rejected these proposals:', '- The old ferry sails at night.'],
    ['Critics say:', '- The old ferry leaks badly.'],
  ])('is not quoted from below "%s"', (heading, line) => {
    const source = `Harbour news of the week.\n\n${heading}\n\n${line}\n\n${REST['en']}`;
    expect(groundSummary(source, line).sentences.map(({ state }) => state)).toEqual(['not-checked']);
  });
});

describe('a value that is moved to another owner', () => {
  test.each([
    [
      'en',
      'Revenue fell 3 percent and profit 12 percent.',
      'Revenue fell 12 percent.',
      '12 percent',
      '3 percent',
    ],
    [
      'en',
      'The east wing was built in 1810, the tower in 1903.',
      'The east wing was built in 1903.',
      '1903',
      '1810',
    ],
    [
      'de',
      'Der Umsatz sank um 3 Prozent und der Gewinn um 12 Prozent.',
      'Der Umsatz sank um 12 Prozent.',
      '12 Prozent',
      '3 Prozent',
    ],
    ['zh', '北店收入增长三成，南店收入增长一成。', '北店收入增长一成。', '一成', '三成'],
  ])('is named with the value of its own (%s: %s)', (language, source, summary, stated, told) => {
    const text = `${source} ${REST[language]}`;
    const { flags } = groundSummary(text, summary, { language, summaryLanguage: language }).sentences[0] ?? {
      flags: [],
    };
    expect(
      flags.map((flag) => [flag.reason, flag.text, text.slice(flag.source?.start, flag.source?.end)]),
    ).toEqual([['elsewhere', stated, told]]);
  });

  test.each([
    ['Sales rose 3 percent in May and a further 5 percent in June.', 'Sales rose 5 percent in June.'],
    ['Sales rose 3 percent in May and then fell 5 percent in June.', 'Sales fell 5 percent in June.'],
  ])('is not named where the owner is the same (%s)', (source, summary) => {
    expect(groundSummary(`${source} ${REST['en']}`, summary).sentences[0]?.flags).toEqual([]);
  });
});

describe('the details of a sentence', () => {
  const source = indexSource(ARTICLE, 'en');
  const check = (text: string) =>
    checkClaim({ text, start: 0, casing: 'sentence', wholeText: text }, source).details;
  const told = (text: string): string[] =>
    check(text).map(({ kind, verdict, start, end, source: from }) => {
      const place = from === undefined ? '' : ` < ${ARTICLE.slice(from.start, from.end)}`;
      return `${kind} ${verdict}: ${text.slice(start, end)}${place}`;
    });

  test.each([
    [
      'On Thursday Ingrid Solheim said sales rose 38 percent to $90 million in March.',
      [
        'date found: Thursday < Thursday',
        'name found: Ingrid Solheim < Ingrid Solheim',
        'number found: 38 percent < 38 percent',
        'number different: $90 million < €90 million',
        'date found: March < March',
      ],
    ],
    [
      'The firm has 7 shops in Norway, and 512 mills.',
      [
        'number follows: 7 < 3 shops in Oslo and 4',
        'name found: Norway < Norway',
        'number not-in-the-source: 512',
      ],
    ],
    [
      '"We are not closing the mill," said Solheim, and "my door is always open to the 12 unions".',
      [
        'quote found: "We are not closing the mill," < We are not closing the mill',
        'name found: Solheim < Solheim',
        'quote not-in-the-source: "my door is always open to the 12 unions"',
      ],
    ],
    [
      'Northwind bought the bakery chain Krumbel in 2019.',
      ['name found: Northwind < Northwind', 'name different: Krumbel < Crumbly', 'number found: 2019 < 2019'],
    ],
  ])('of %s', (text, details) => {
    expect(told(text)).toEqual(details);
  });

  test('stand in order, each once, and hold the flags of details', () => {
    const text = '"We are closing the 3 mills," said Jens Overgaard on 14 May 2020, with 5 of 9 votes.';
    const details = check(text);
    expect(details.map(({ start, end }) => text.slice(start, end))).toEqual([
      '"We are closing the 3 mills,"',
      'Jens Overgaard',
      '14 May 2020',
      '5',
      '9',
    ]);
  });
});

describe('the details of a sentence', () => {
  const source = indexSource(ARTICLE, 'en');
  const check = (text: string) =>
    checkClaim({ text, start: 0, casing: 'sentence', wholeText: text }, source).details;
  const told = (text: string): string[] =>
    check(text).map(({ kind, verdict, start, end, source: from }) => {
      const place = from === undefined ? '' : ` < ${ARTICLE.slice(from.start, from.end)}`;
      return `${kind} ${verdict}: ${text.slice(start, end)}${place}`;
    });

  test.each([
    [
      'On Thursday Ingrid Solheim said sales rose 38 percent to $90 million in March.',
      [
        'date found: Thursday < Thursday',
        'name found: Ingrid Solheim < Ingrid Solheim',
        'number found: 38 percent < 38 percent',
        'number different: $90 million < €90 million',
        'date found: March < March',
      ],
    ],
    [
      'The firm has 7 shops in Norway, and 512 mills.',
      [
        'number follows: 7 < 3 shops in Oslo and 4',
        'name found: Norway < Norway',
        'number not-in-the-source: 512',
      ],
    ],
    [
      '"We are not closing the mill," said Solheim, and "my door is always open to the 12 unions".',
      [
        'quote found: "We are not closing the mill," < We are not closing the mill',
        'name found: Solheim < Solheim',
        'quote not-in-the-source: "my door is always open to the 12 unions"',
      ],
    ],
    [
      'Northwind bought the bakery chain Krumbel in 2019.',
      ['name found: Northwind < Northwind', 'name different: Krumbel < Crumbly', 'number found: 2019 < 2019'],
    ],
  ])('of %s', (text, details) => {
    expect(told(text)).toEqual(details);
  });

  test('stand in order, each once, and hold the flags of details', () => {
    const text = '"We are closing the 3 mills," said Jens Overgaard on 14 May 2020, with 5 of 9 votes.';
    const details = check(text);
    expect(details.map(({ start, end }) => text.slice(start, end))).toEqual([
      '"We are closing the 3 mills,"',
      'Jens Overgaard',
      '14 May 2020',
      '5',
      '9',
    ]);
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
  expect(sentence?.state).not.toBe('quoted');
});
