import { describe, expect, test } from 'vitest';
import { explains } from './quantities/explains.ts';
import { agrees, conflict, findQuantities, type Quantity } from './quantities.ts';

const valuesOf = (text: string, language?: string): number[] =>
  findQuantities(text, language).map((quantity) => quantity.value);
const only = (text: string, language?: string): Quantity => {
  const [first] = findQuantities(text, language);
  if (first === undefined) throw new Error(`no quantity in ${text}`);
  return first;
};

describe('reading numbers', () => {
  test.each([
    ['1,234,567 people', [1_234_567]],
    ['$1.8 billion', [1.8e9]],
    ['£330m and 5k', [3.3e8, 5_000]],
    ['twenty-five men', [25]],
    ['three hundred and twenty', [320]],
    ['two million', [2e6]],
    ['12亿元', [1.2e9]],
    ['三百二十人', [320]],
    ['一万五千', [15_000]],
    ['百分之三十', [30]],
    ['１２３人', [123]],
    ['1,5 Millionen', [1.5e6]],
    ['1.234.567 Euro', [1_234_567]],
    ['1億4200万円', [1.42e8]],
    ['2.4万个, 8600万, 1.42亿', [24_000, 8.6e7, 1.42e8]],
    ['七成, 3割', [70, 30]],
    ['三分之一, 3分の2', [1 / 3, 2 / 3]],
    ['COVID-19 and GPT-4', []],
    ['in the 2006-07 season', [2006]],
    ['一直 一些 统一', []],
    ['it fell to −3.2 %', [-3.2]],
    ['hundreds of people', []],
    ['twenty-first', [21]],
  ])('%s', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  test.each([
    ['de', '1.100 Menschen', [1100]],
    ['de', '1,5 Kilometer', [1.5]],
    ['de', 'vierundzwanzig, zwölf, zweihundertfünfzig, dreitausendvierhundert', [24, 12, 250, 3400]],
    ['de', 'zwei Drittel', [2 / 3]],
    ['fr', '1 080 euros', [1080]],
    ['fr', '1\u202f100 habitants', [1100]],
    ['fr', 'vingt-quatre, quatre-vingt-dix-sept, deux cents, trois mille', [24, 97, 200, 3000]],
    ['fr', '86 millions d’euros', [8.6e7]],
    ['es', '1.100 personas, treinta y dos, doscientos', [1100, 32, 200]],
    ['es', 'tres millones de euros', [3e6]],
    ['it', 'ventiquattro, duecentocinquanta, tremila', [24, 250, 3000]],
    ['pt', 'vinte e quatro, duzentos', [24, 200]],
    ['nl', 'vierentwintig, tweehonderd', [24, 200]],
    ['ru', '1 100 человек, 5 млн, двадцать пять', [1100, 5e6, 25]],
    ['sv', '1 100 personer', [1100]],
    ['en', '1.100 on the scale', [1.1]],
    ['de', "1'100 Franken", [1100]],
    ['de', '24,000 Einwohner', [24_000]],
    ['en', 'once, die Elf, sei', []],
  ])('%s: %s', (language, text, values) => {
    expect(valuesOf(text, language)).toEqual(values);
  });

  test('every number lies where its offsets say', () => {
    const text = 'In 2019, 共498个 cost $4.50 (twenty-five percent).';
    const found = findQuantities(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(['2019', '498', '$4.50', 'twenty-five percent']);
  });

  test.each([
    ['£86m', 'en', 'GBP'],
    ['86 million pounds', 'en', 'GBP'],
    ['A$5', 'en', 'AUD'],
    ['$5', 'en', 'USD'],
    ['50 Hong Kong dollars', 'en', 'HKD'],
    ['8600万英镑', 'zh', 'GBP'],
    ['4.6亿元', 'zh', 'CNY'],
    ['500円', 'ja', 'JPY'],
    ['5,1 Millionen Pfund', 'de', 'GBP'],
    ['972 euros', 'fr', 'EUR'],
    ['30 libras', 'es', 'GBP'],
  ])('the currency of %s', (text, language, currency) => {
    expect(only(text, language)).toMatchObject({ kind: 'money', currency });
  });

  test.each([
    ['14 April 2026', 'en', { year: 2026, month: 4, day: 14 }],
    ['April 14', 'en', { month: 4, day: 14 }],
    ['on may 7', 'en', { month: 5, day: 7 }],
    ['2026-04-14', 'en', { year: 2026, month: 4, day: 14 }],
    ['am 14. April', 'de', { month: 4, day: 14 }],
    ['le 14 avril', 'fr', { month: 4, day: 14 }],
    ['el 14 de abril de 2026', 'es', { year: 2026, month: 4, day: 14 }],
    ['4月14日', 'zh', { month: 4, day: 14 }],
    ['2026年9月', 'zh', { year: 2026, month: 9 }],
    ['6月底', 'zh', { month: 6, part: 'end' }],
    ['Ende Juni', 'de', { month: 6, part: 'end' }],
    ['the end of June', 'en', { month: 6, part: 'end' }],
    ['周四', 'zh', { weekday: 4 }],
    ['木曜日', 'ja', { weekday: 4 }],
    ['Montagabend', 'de', { weekday: 1 }],
    ['samedi matin', 'fr', { weekday: 6 }],
    ['3 pm', 'en', { hour: 15, minute: 0 }],
    ['15 Uhr', 'de', { hour: 15, minute: 0 }],
    ['下午3点', 'zh', { hour: 15, minute: 0 }],
    ['the third quarter', 'en', { quarter: 3 }],
  ])('the date of %s', (text, language, date) => {
    expect(only(text, language)).toMatchObject({ kind: 'date', date });
  });

  test('the number of a line or a house is no day', () => {
    expect(findQuantities('地铁5号线3号开通', 'zh')).toMatchObject([
      { kind: 'number' },
      { kind: 'date', date: { day: 3 } },
    ]);
  });

  test.each(['May I ask?', 'it may rain', 'they march on'])('no date in %s', (text) => {
    expect(findQuantities(text, 'en')).toEqual([]);
  });

  test('a range shares its unit, scale and currency', () => {
    expect(findQuantities('von 9,8 auf 5,1 Millionen Pfund', 'de')).toMatchObject([
      { value: 9.8e6, currency: 'GBP' },
      { value: 5.1e6, currency: 'GBP' },
    ]);
    expect(findQuantities('from 44 to 31 per cent')).toMatchObject([
      { kind: 'percent' },
      { kind: 'percent' },
    ]);
    expect(findQuantities('14–16 April')).toMatchObject([
      { date: { day: 14, month: 4 } },
      { date: { day: 16 } },
    ]);
  });

  test.each([
    ['about 310', 'en', 'about'],
    ['nearly half', 'en', 'almost'],
    ['more than 300', 'en', 'over'],
    ['rund 640', 'de', 'about'],
    ['mehr als 300', 'de', 'over'],
    ['près de 300', 'fr', 'almost'],
    ['más de 300', 'es', 'over'],
    ['约1100万', 'zh', 'about'],
    ['超过300人', 'zh', 'over'],
    ['300人以上', 'ja', undefined],
    ['310', 'en', undefined],
  ])('the hedge of %s', (text, language, hedge) => {
    expect(only(text, language).approximate).toBe(hedge);
  });

  test('long runs of one character are read in full', () => {
    for (const text of ['7', ' ', '1,', '1.111', 'one ', '万1', '$', '分之三'])
      expect(() => findQuantities(text.repeat(4_000))).not.toThrow();
    expect(findQuantities('7'.repeat(1e6))).toEqual([]);
    expect(findQuantities(' '.repeat(1e6))).toEqual([]);
    expect(findQuantities('1,'.repeat(5e4), 'en')).toHaveLength(5e4);
  });
});

describe('comparing numbers', () => {
  const agree = (stated: string, source: string, languages: [string, string] = ['en', 'en']): boolean =>
    agrees(only(stated, languages[0]), only(source, languages[1]));

  test.each([
    ['1.2 million', '1,234,567'],
    ['about 1,200', '1,234'],
    ['almost 40 percent', '38.6 percent'],
    ['almost 40 percent', '39.5 percent'],
    ['about £5m', '£5.1m'],
    ['nearly half', '49 percent'],
    ['more than 300', '310'],
    ['about 40', '38'],
    ['a third', '33 percent'],
    ['4.5 hectares', '45,000 square metres'],
    ['two weeks', '14 days'],
    ['90 minutes', '1.5 hours'],
    ['140 minutes', 'two hours and twenty minutes'],
    ['5 km', '3.1 miles'],
    ['68°F', '20°C'],
    ['three months', '90 days'],
    ['2019', 'in 2019'],
    ['7 pm', '7'],
    ['April', '14 April'],
    ['the 7th', '7 May'],
  ])('%s stands for %s', (stated, source) => {
    expect(agree(stated, source)).toBe(true);
  });

  test.each([
    ['1,234', '1,200'],
    ['1.3 million', '1,234,567'],
    ['2020', '2019'],
    ['36 years', '35 years'],
    ['almost 40 percent', '41 percent'],
    ['more than 300', '290'],
    ['£86m', '€86m'],
    ['12 percent', '12'],
    ['5 km', '5 miles'],
    ['5 km', '5 kg'],
    ['14 May', '14 April'],
    ['Friday', 'Thursday'],
    ['mid-June', 'the end of June'],
    ['half', 'twice'],
    ['more than 300', 'almost 300'],
    ['3 pm', '3 am'],
  ])('%s does not stand for %s', (stated, source) => {
    expect(agree(stated, source)).toBe(false);
  });

  test.each([
    ['180万', 'zh', '1.8 million', 'en'],
    ['十二亿', 'zh', '1.2 billion', 'en'],
    ['5月9日', 'zh', '9 May', 'en'],
    ['8600万英镑', 'zh', '£86m', 'en'],
    ['1.350 Unterschriften', 'de', '1,350 signatures', 'en'],
    ['七成', 'zh', '70 percent', 'en'],
    ['deux semaines', 'fr', '14 days', 'en'],
    ['两倍', 'zh', 'twice', 'en'],
    ['jeudi', 'fr', 'Thursday', 'en'],
  ])('%s in %s is %s in %s', (stated, language, source, other) => {
    expect(agree(stated, source, [language, other])).toBe(true);
  });

  test.each([
    ['£86m', '€86m', 'currency'],
    ['£860m', '£86m', 'magnitude'],
    ['5 km', '5 miles', 'unit'],
    ['14 May', '14 April', 'date'],
    ['410', '310', 'value'],
    ['310', '310', null],
  ])('%s against %s is a conflict of %s', (stated, source, kind) => {
    expect(conflict(only(stated), only(source))).toBe(kind);
  });
});

describe('arithmetic', () => {
  test.each([
    ['170', 'About 310 of the 480 people will lose their jobs.'],
    ['£4.7m', 'Profit fell to £5.1m from £9.8m.'],
    ['7', 'There were 3 adults and 4 children.'],
    ['13 percent', 'Labour has 38 percent and the Tories 49 percent.'],
    ['60', 'They sold 10, 20 and 30 boxes.'],
    ['twice', 'The new plant makes 24,000 and the old one 12,000.'],
  ])('%s follows from: %s', (stated, source) => {
    expect(explains(only(stated), findQuantities(source, 'en'))).toBe(true);
  });

  test.each([
    ['171', 'About 310 of the 480 people will lose their jobs.'],
    ['€4.7m', 'Profit fell to £5.1m from £9.8m.'],
    ['7 percent', 'There were 3 adults and 4 children.'],
    ['2020', 'It opened in 2018 with 2 rooms.'],
  ])('%s does not follow from: %s', (stated, source) => {
    expect(explains(only(stated), findQuantities(source, 'en'))).toBe(false);
  });
});
