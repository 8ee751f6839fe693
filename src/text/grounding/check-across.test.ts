import { describe, expect, test } from 'vitest';
import { isOtherLanguage } from '#text/language/other-language.ts';
import { indexAcross } from './across/align.ts';
import { checkAcross } from './check-across.ts';
import { indexSource } from './source-index.ts';

const ENGLISH =
  'Fenwick Mills of Oslo said on Tuesday that its paper factory in Turku, Finland, would close by the end of March. ' +
  'The company bought the factory in 2016 for €48m. Its sales rose 12 per cent to €310m last year. ' +
  'Three of the nine directors opposed the plan. The union said it had not signed a contract. ' +
  'The land may be sold. A meeting with the mayor, Aino Laine, is planned for 9 February in Tampere. ' +
  'The factory makes 5,200 tonnes of paper a week.';
const CHINESE =
  '海鲸公司周三宣布，将投资3.2亿元建设新工厂。去年公司营业收入增长了18%，利润却下降了6%。工厂占地26公顷，废水不会排入河流。';

const index = { en: indexAcross(indexSource(ENGLISH, 'en')), zh: indexAcross(indexSource(CHINESE, 'zh')) };
const check = (source: 'en' | 'zh', language: string, text: string) =>
  checkAcross({ text, start: 0, language }, index[source]);
const flagged = (source: 'en' | 'zh', language: string, text: string): string[] =>
  check(source, language, text).flags.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

describe('a summary in another language', () => {
  test.each([
    ['en', 'zh', '该公司2016年以4800万欧元收购了这家工厂。'],
    ['en', 'zh', '去年销售额增长12%，达到3.1亿欧元。'],
    ['en', 'zh', '九名董事中有三名反对该计划。'],
    ['en', 'de', 'Fenwick Mills schließt bis Ende März seine Papierfabrik im finnischen Turku.'],
    ['en', 'de', 'Das Unternehmen hatte das Werk 2016 für 48 Millionen Euro gekauft.'],
    ['en', 'de', 'Am 9. Februar ist ein Treffen mit der Bürgermeisterin geplant.'],
    ['en', 'de', 'Das Grundstück könnte verkauft werden.'],
    ['en', 'fr', "L'usine produit 5 200 tonnes de papier par semaine."],
    ['en', 'es', 'El sindicato dijo que no había firmado ningún contrato.'],
    ['en', 'ja', '売上高は昨年12%増加し、3億1000万ユーロとなった。'],
    ['zh', 'en', 'The company will invest 320 million yuan in a new factory of 26 hectares.'],
    ['zh', 'en', 'Revenue rose 18% while profit fell 6%.'],
  ] as const)('raises no doubt about what is right: %s to %s: %s', (source, language, text) => {
    expect(flagged(source, language, text)).toEqual([]);
  });

  test.each([
    ['en', 'zh', '该公司2016年以4800万英镑收购了这家工厂。', 'currency: 4800万英镑'],
    ['en', 'zh', '去年销售额增长12%，达到31亿欧元。', 'number: 31亿欧元'],
    ['en', 'zh', '去年销售额下降12%。', 'polarity: 下降'],
    ['en', 'de', 'Am 9. März ist ein Treffen mit der Bürgermeisterin geplant.', 'date: 9. März'],
    ['en', 'de', 'Fenwick Mills schließt seine Papierfabrik in Schweden.', 'name: Schweden'],
    ['en', 'de', 'Die Firma nennt sich Fenwick und verlor 13 Prozent.', 'number: 13 Prozent'],
    ['en', 'fr', "L'usine produit 5 200 kilos de papier par semaine.", 'unit: 5 200 kilos'],
    ['en', 'fr', 'Deux des neuf membres de la direction ont voté contre le plan.', 'number: Deux'],
    ['en', 'fr', 'La réunion avec le maire est prévue le 9 février à Lausanne.', 'name: Lausanne'],
    ['en', 'de', 'Das Grundstück wird verkauft.', 'hedge: Das Grundstück wird verkauft.'],
    ['zh', 'en', 'Profit rose 6%.', 'polarity: rose'],
    ['zh', 'en', 'The company will invest 320 million dollars.', 'currency: 320 million dollars'],
    ['zh', 'en', 'Waste water will run into the river.', 'negation: Waste water will run into the river.'],
  ] as const)('names the wrong detail: %s to %s: %s', (source, language, text, flag) => {
    expect(flagged(source, language, text)).toContain(flag);
  });

  test('links the passage that says the same and shows where it differs', () => {
    const { flags, sentences } = check('en', 'zh', '该公司2016年以4800万英镑收购了这家工厂。');
    expect(index.en.source.sentences[sentences[0] ?? -1]?.text).toContain('€48m');
    const [flag] = flags;
    expect(ENGLISH.slice(flag?.source?.start, flag?.source?.end)).toBe('€48m');
  });

  const detailed = (language: string, text: string): string[] =>
    check('en', language, text).details.map(
      ({ kind, verdict, start, end, source }) =>
        `${kind} ${verdict}: ${text.slice(start, end)}${source ? ` = ${ENGLISH.slice(source.start, source.end)}` : ''}`,
    );

  test.each([
    [
      'de',
      'Fenwick Mills schließt seine Fabrik im finnischen Turku, deren Umsatz um 13 Prozent auf 310 Millionen Euro stieg.',
      [
        'name found: Fenwick Mills = Fenwick Mills',
        'name found: finnischen = Finland',
        'name found: Turku = Turku',
        'number different: 13 Prozent = 12 per cent',
        'number found: 310 Millionen Euro = €310m',
      ],
    ],
    [
      'de',
      'Drei der neun Direktoren, also ein Drittel, stimmten am 9. März dagegen.',
      [
        'number found: Drei = Three',
        'number found: neun = nine',
        'number follows: ein Drittel = Three of the nine',
        'date not-in-the-source: 9. März',
      ],
    ],
    [
      'fr',
      'Aino Laine et Marta Duval ont dit « nous ne signerons pas » à Tampere.',
      [
        'name found: Aino Laine = Aino Laine',
        'name not-checked: Marta Duval',
        'quote not-checked: « nous ne signerons pas »',
        'name found: Tampere = Tampere',
      ],
    ],
    ['zh', '艾诺·莱内说没有签署合同。', ['name not-checked: 艾诺·莱内']],
    [
      'es',
      'La fábrica produce 5.200 toneladas de papel a la semana, unas 270.000 al año.',
      ['number found: 5.200 toneladas = 5,200 tonnes', 'number follows: 270.000 = 5,200 tonnes'],
    ],
  ])('each detail has a verdict and its place in the source: %s: %s', (language, text, expected) => {
    expect(detailed(language, text)).toEqual(expected);
  });

  test('German nouns are never taken for names', () => {
    expect(
      flagged('en', 'de', 'Nach Angaben der Gewerkschaft in Norwegen fehlt ein Vertrag mit Unterschrift.'),
    ).not.toContain('name: Unterschrift');
  });

  test.each(['', '。', '1'.repeat(5000), 'Ωμέγα', '\u0000', '，'.repeat(2000), 'a'.repeat(5000)])(
    'odd input raises nothing but numbers',
    (text) => {
      for (const language of ['zh', 'de', 'xx'])
        expect(check('en', language, text).flags.every(({ kind }) => kind === 'number')).toBe(true);
    },
  );
});

describe('which language a summary is in', () => {
  const french = 'La réunion est prévue en février.';

  test('a short sentence is in the language that was asked for', () => {
    expect(isOtherLanguage(french, ENGLISH, 'en')).toBe(false);
    expect(isOtherLanguage(french, ENGLISH, 'en', 'fr')).toBe(true);
  });

  test('an answer that is plainly in the language of the source is checked as such', () => {
    expect(isOtherLanguage(ENGLISH, ENGLISH, 'en', 'fr')).toBe(false);
  });

  test('another script is another language, whatever was asked for', () => {
    expect(isOtherLanguage(CHINESE, ENGLISH, 'en', 'en')).toBe(true);
  });
});
