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

  test.each([
    [
      'en',
      'The Weavers of Orr (WO) want more light in the hall. Their envoy, Ida Kern, called the old lamps "a danger to our eyes".',
      'WO called the old lamps "a danger to our eyes".',
    ],
    [
      'fr',
      'Le cercle des tisserands (CDT) veut deux lampes. Sa porte-parole, Luce Ferrand, juge les anciennes dangereuses.',
      'Selon le CDT, les anciennes lampes sont dangereuses.',
    ],
    [
      'es',
      'El gremio de tejedores (GT) quiere luz. Su presidenta, Marta Rivas, teme perder a los clientes del norte.',
      'El GT teme perder a los clientes del norte.',
    ],
    [
      'de',
      'Die Wache in Orr und das Lager in Vell sind alt. Der Schuppen in Vell wurde im Mai in Betrieb genommen.',
      'Der Schuppen wurde im Mai in Vell in Betrieb genommen.',
    ],
    [
      'zh',
      '县里有两位木匠,龚长庚和冯小棠。龚长庚八岁开始学木工手艺。',
      '龚长庚和冯小棠中,前者八岁开始学木工手艺。',
    ],
    ['ja', '霧野大学の能見孝之准教授は取り組みを評価した。', '能見准教授は取り組みを評価している。'],
  ])('of a party or in the place of the passage (%s)', (language, source, summary) => {
    expect(flagsIn(language, source, summary)).toEqual([]);
  });

  test('of one who does not, where the passage denies it in other words', () => {
    const source =
      'Orr Lines runs the ferry. "There is no way in which we carry people in a ship we are not sure about," said its head.';
    const summary = 'Orr Lines said it would not carry people in a ship it was not sure about.';
    expect(flagsIn('en', source, summary)).toEqual([]);
  });

  test('of a common word that the source has as a heading', () => {
    const source = '4. Library. Cllr Withers said opening hours might be cut from 38 to 30 a week.';
    expect(flagsIn('en', source, 'Library opening hours might be cut from 38 to 30 a week.')).toEqual([]);
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
  ])('%s', (_, summary, flag) => {
    expect(flagsIn('en', REPORT, summary).join('\n')).toContain(flag);
  });

  test('of two that the source counts up', () => {
    const source = 'Present were Ann, Bo and Cy. Bo will paint the door of the shed in May.';
    expect(flagsIn('en', source, 'Cy will paint the door of the shed in May.')).toEqual(['name: Cy']);
  });

  test.each([
    ['zh', '市长沈佩瑶说，渡口四月重新开放。', '市长沈佩华说，渡口四月开放。', '沈佩华'],
    ['zh', '局长何静澜说，渡口四月重新开放。', '渡口四月开放，局长王建国说。', '王建国'],
    ['zh', '教练约翰·史密斯带队来到奥尔港。', '教练约翰·布朗带队来到奥尔港。', '约翰·布朗'],
    ['zh', '匠人龚长庚和徒弟冯小棠来了。', '徒弟冯长庚来了。', '冯长庚'],
    [
      'zh',
      '匠人龚长庚今年78岁,十二岁开始学刻版。徒弟冯小棠原在杭州做设计。',
      '冯小棠十二岁开始学刻版。',
      '冯小棠',
    ],
    [
      'de',
      'Das Archiv in Orrstadt ist neu. Der Kahn lag lange in einem Schuppen in Vellau.',
      'Der Kahn lag lange in einem Schuppen in Orrstadt.',
      'Orrstadt',
    ],
    ['ja', '最高齢は宮地勇さん。松原徹会長が表彰した。', '最高齢は松原勇さんだった。', '松原勇'],
    ['ja', '元調理員の葛西ハルエさんが町に申し出た。', '葛西トシさんが町に申し出た。', '葛西トシ'],
    ['ja', '優勝はダニエル・キプロノ選手だった。', '優勝はダニエル・モゴリ選手だ。', 'ダニエル・モゴリ'],
  ])('in %s: %s', (language, source, summary, name) => {
    expect(flagsIn(language, source, summary)).toEqual([`name: ${name}`]);
  });
});
