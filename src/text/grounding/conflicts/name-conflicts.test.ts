import { describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';

/** The flags of a summary, each as its kind and the words it stands on. */
function flagsIn(language: string, source: string, summary: string): string[] {
  const { sentences } = groundSummary(source, summary, { language, summaryLanguage: language });
  return sentences.flatMap(({ flags }) =>
    flags.filter(({ kind }) => kind !== 'term').map(({ kind, text }) => `${kind}: ${text}`),
  );
}

const REPORT = `The town of Orr opened its new lido on 3 May. Ida Kern, who heads the Swimmers' League of Upper Wessland (SLUW), called the pool "a gift to every child". Visitors come from Vell and Tarn.

Bo Lund, a plumber, complained that the tiles were slippery. A lifeguard of 23 broke his wrist in Hallby when a ladder gave way. The league will publish its rules in June.

The kiosk sells ices and coffee. Trains from Tarn to Vell stop at the lido in summer. Rolf Sand, a painter from Steinau, gave the town a mural of herons.`;

describe('a right name raises no alarm', () => {
  test.each([
    [
      'a person of an organisation that the source spells out',
      'The SLUW head called it "a gift to every child".',
    ],
    ['a person at an organisation', 'A member of SLUW called it "a gift to every child".'],
    ['a name beside what it belongs to', "SLUW's head called the pool a gift to every child."],
    ['a title that the source does not give', 'Mrs. Kern called the pool "a gift to every child".'],
    ['a title without a full stop', 'Mr Lund complained that the tiles were slippery.'],
    ['the town of the first sentence', 'A young lifeguard hurt his wrist in Orr as a ladder broke.'],
    ['a name of the sentence before', 'Kern said the league will publish its rules in June.'],
    ['a pronoun in the passage', 'Sand gave the town a mural of herons.'],
  ])('%s', (_, summary) => {
    expect(flagsIn('en', REPORT, summary)).toEqual([]);
  });

  test.each([
    [
      'fr',
      'La ferme d’Odile Carret a vendu trois vaches en mai, dit-elle.',
      'Mme Carret a vendu trois vaches.',
    ],
    ['fr', 'L’avocat Luc Ferrand plaide demain à la cour de Lans.', 'Me Ferrand plaide demain à Lans.'],
    [
      'es',
      'La jueza Marta Rivas leyó la sentencia en la sala.',
      'La Sra. Rivas leyó la sentencia en la sala.',
    ],
    ['es', 'El alcalde Luis Pardo abrió la feria de Orr.', 'D. Luis Pardo abrió la feria de Orr.'],
    [
      'de',
      'Die Ärztin Ute Harms eröffnete die Praxis in Orr.',
      'Frau Dr. Harms eröffnete die Praxis in Orr.',
    ],
    ['zh', '市长沈佩瑶说，渡口四月重新开放。许多人说好。', '沈市长说，渡口四月重新开放，许多人士说好。'],
    ['zh', '村民马维说，路太窄，车过不去。', '马维认为，路太窄。'],
    [
      'ja',
      '完走した宮地勇さんは83歳。松原徹会長が表彰した。',
      '宮地さんは83歳で、会長の松原徹さんが表彰した。',
    ],
  ])('in %s: %s', (language, source, summary) => {
    expect(flagsIn(language, source, summary)).toEqual([]);
  });

  test('between two quotations that complete a sentence', () => {
    const source =
      'Mayor Ida Kern said that without the dam many houses would be flooded. "It was dear. On Monday it was cheap," she said.';
    const summary = 'Kern said that the dam "was dear" but that on Monday "it was cheap".';
    expect(flagsIn('en', source, summary)).toEqual([]);
  });
});

describe('a wrong name is found', () => {
  test.each([
    [
      'another place in the slot of a place',
      'A young lifeguard hurt his wrist in Tarn as a ladder broke.',
      'name: Tarn',
    ],
    ['another subject', 'Kern complained that the tiles were slippery.', 'name: Kern'],
    ['a name that the source does not have', 'The mural is by a painter from Leipzig.', 'name: Leipzig'],
    ['a title of the other sex', 'Visitors from Vell met Mr Kern.', 'name: Kern'],
  ])('%s', (_, summary, flag) => {
    const source = REPORT.replace('Ida Kern,', 'Mrs Kern,');
    expect(flagsIn('en', source, summary).join('\n')).toContain(flag);
  });

  test('of two that the source counts up', () => {
    const source = 'Present were Ann, Bo and Cy. Bo will paint the door of the shed in May.';
    expect(flagsIn('en', source, 'Cy will paint the door of the shed in May.')).toEqual(['name: Cy']);
  });

  test.each([
    ['zh', '市长沈佩瑶说，渡口四月重新开放。', '市长沈佩华说，渡口四月开放。', '沈佩华'],
    ['zh', '局长何静澜说，渡口四月重新开放。', '渡口四月开放，局长王建国说。', '王建国'],
    ['zh', '教练约翰·史密斯带队来到奥尔港。', '教练约翰·布朗带队来到奥尔港。', '约翰·布朗'],
    ['ja', '最高齢は宮地勇さん。松原徹会長が表彰した。', '最高齢は松原勇さんだった。', '松原勇'],
    ['ja', '優勝はダニエル・キプロノ選手だった。', '優勝はダニエル・モゴリ選手だ。', 'ダニエル・モゴリ'],
  ])('in %s: %s', (language, source, summary, name) => {
    expect(flagsIn(language, source, summary)).toEqual([`name: ${name}`]);
  });
});
