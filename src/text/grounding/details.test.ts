import { describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';

/** The details of a summary that are different or not in the source, and all of its flags. */
function doubtsIn(language: string, source: string, summary: string): string[] {
  const { sentences } = groundSummary(source, summary, { language, summaryLanguage: language });
  return sentences.flatMap(({ flags }) => flags.map(({ text }) => text));
}

function wrongValuesIn(language: string, source: string, summary: string): string[] {
  const { sentences } = groundSummary(source, summary, { language, summaryLanguage: language });
  const isWrong = ({ verdict }: { verdict: string }) =>
    verdict === 'different' || verdict === 'not-in-the-source';
  return sentences.flatMap(({ details }) =>
    details.filter(isWrong).map(({ start, end }) => summary.slice(start, end)),
  );
}

function verdictsIn(language: string, source: string, summary: string): string[] {
  const { sentences } = groundSummary(source, summary, { language, summaryLanguage: language });
  return sentences.flatMap(({ details }) => details.map(({ verdict }) => verdict));
}

describe('a right detail in other words is not doubted', () => {
  test.each([
    [
      'en',
      'The rink rents skates at 9 euros a week to members of the club.',
      'Skates cost members 468 euros a year.',
    ],
    ['en', 'The loan of £80,000 runs for four years.', 'The loan is paid back at £20,000 a year.'],
    ['en', 'Of the 40 swimmers, 31 finished the race.', 'Nine of the swimmers did not finish the race.'],
    ['en', 'The dam was built in 1974 and holds 9 million litres.', 'The dam dates from the 1970s.'],
    ['en', 'A ride is 0.90 euros for everyone in the town.', 'A ride is 90 cents for everyone in the town.'],
    ['en', 'The union paid 60 percent and the town the rest.', 'The town paid 40 percent.'],
    ['en', 'The lamp weighs 310 grams, 20 fewer than the old one.', 'The old lamp weighs 330 grams.'],
    ['de', 'Im Werk verdoppelte sich die Zahl der Öfen auf 680.', 'Zuvor waren es im Werk 340 Öfen.'],
    ['fr', 'La piste compte 27 virages, dont neuf à gauche.', 'La piste a dix-huit virages à droite.'],
    ['fr', 'La ville prête 5 millions à 2 % au club.', "La ville prête cinq millions d'euros au club."],
    ['es', 'La escuela tiene 90 alumnos y un tercio viene en tren.', 'Unos 30 alumnos vienen en tren.'],
  ])('%s: %s', (language, source, summary) => {
    expect(doubtsIn(language, source, summary)).toEqual([]);
  });

  test.each([
    [
      'a role before a full name',
      'Ola Brink, 52, steers the ferry. She was born in Vell.',
      'Skipper Ola Brink steers the ferry.',
    ],
    [
      'a name written out',
      'The WMO sent a report to the town on Monday.',
      'The World Meteorological Organization sent a report to the town.',
    ],
    ['a denial of several things', 'The inn has no lift, no pool and no bar.', 'The inn has no lift or bar.'],
    ['a denial up to a time', 'The vote will not be held until Friday.', 'The vote will be held on Friday.'],
    [
      'a contrast',
      'The ball is in the barn, not in the school.',
      'The ball is in the barn instead of the school.',
    ],
    ['all but a few', 'All but three of the thirty boats came back.', 'Most of the thirty boats came back.'],
    ['a rate by another word', 'The pump runs for two hours a day.', 'The pump runs for two hours daily.'],
  ])('%s', (_, source, summary) => {
    expect(doubtsIn('en', source, summary)).toEqual([]);
  });
});

describe('a wrong detail is found', () => {
  test.each([
    [
      'a first name with the last name of another',
      'Mr Jan Holt asked about the roof of the hall, and Mrs Ida Kern replied at once.',
      'Mrs Ida Holt replied.',
      'Holt',
    ],
    [
      'the age of another',
      'Jan Holt, 31, and Ida Kern, 58, were rescued at sea.',
      'Jan Holt, 58, was rescued.',
      '58',
    ],
    [
      'the count of another thing',
      'The crew made 46 dives and took 190 samples of mud.',
      'The crew made 190 dives.',
      '190',
    ],
    [
      'the value that a correction replaces',
      'The minutes should say that the hall costs £12 an hour, not £70.',
      'The hall costs £70 an hour.',
      '£70',
    ],
    [
      'a number that a chance sum explains',
      'The mill has 35 looms. It opened 2 shops.',
      'The mill has 37 looms.',
      '37',
    ],
    [
      'another weekday',
      'The choir sang on Sunday in the old chapel.',
      'The choir sang on Friday in the old chapel.',
      'Friday',
    ],
    [
      'another day beside a weekday',
      'On Monday the guild met. The mast fell on 14 May.',
      'The mast fell on 15 May.',
      '15 May',
    ],
    [
      'the currency of the sentence',
      'The town asked for 90 million dollars, of which 20 million came.',
      'Of this, 20 million euros came.',
      '20 million euros',
    ],
    [
      'the value of another owner in the same words',
      'The ferry leaves at 9:40 and costs 12 euros. The bus costs 15 euros.',
      'The ferry costs 15 euros.',
      '15 euros',
    ],
    ['a country', 'The clinics were in Norway and Chile.', 'The clinics were in Norway and Ghana.', 'Ghana'],
  ])('%s', (_, source, summary, wrong) => {
    expect(doubtsIn('en', source, summary)).toEqual([wrong]);
  });

  test('in German, where all nouns have capitals', () => {
    const source =
      'Die Leiterin Dr. Ute Harms lobte das ganze Team sehr. Professor Kurt Vogel war leider nicht dabei und sagte nichts.';
    expect(doubtsIn('de', source, 'Die Leiterin Ute Vogel lobte das Team.')).toEqual(['Vogel']);
    expect(verdictsIn('de', source, 'Ute Harms lobte das Team.')).toEqual(['found']);
  });

  test('by its unit in French', () => {
    const source = "La concentration est passée de 16,2 à 9,7 microgrammes par litre d'eau.";
    const summary = "La concentration est passée de 16,2 à 9,7 milligrammes par litre d'eau.";
    expect(doubtsIn('fr', source, summary)).not.toEqual([]);
  });
});

describe('a value that follows from others is not doubted', () => {
  test.each([
    [
      'en',
      'The lock opened on 9 June 2024, eight months later than planned.',
      'It was due to open in October 2023.',
    ],
    ['en', 'Building starts in May 2026 and lasts 14 months.', 'The hall will be ready in July 2027.'],
    ['de', 'Nach zweieinhalbjährigem Umbau öffnet das Bad im März 2025.', 'Begonnen hat der Umbau 2022.'],
    ['es', 'El puente debe abrir antes del 1 de mayo de 2026.', 'Se espera abrir a finales de abril.'],
    [
      'en',
      'The court met on 3 April 2025. The sentence will be read on 12 May.',
      'There are more than five weeks between court day and sentence.',
    ],
    [
      'en',
      'A pass costs £3.20, 30p more than a year ago.',
      'A pass is thirty pence dearer than the £2.90 of last year.',
    ],
    [
      'en',
      'The mill cost €9.4 million. The bank gave €2.2 million; the two villages shared the rest equally.',
      'The villages paid €3.6 million each.',
    ],
    [
      'en',
      'The pier costs £31 million: £12 million from the county and £9 million from a fund; the town must find the rest.',
      'The town itself has to find £10 million.',
    ],
    [
      'de',
      'Der Suchtrupp prüfte 260 Boote. Bei 65 Booten fand er Schäden.',
      'Jedes vierte der 260 Boote war schadhaft.',
    ],
    ['de', 'Die Pumpe schafft 40 Liter in der Sekunde.', 'In der Minute schafft die Pumpe 2.400 Liter.'],
    [
      'en',
      'Crew members get 12 days of leave plus one day for each year of service.',
      'Somebody with five years of service would get 17 days of leave.',
    ],
    [
      'en',
      'Seats cost 14 euros, or 6 euros for children.',
      'A family of two adults and three children pays 46 euros for seats.',
    ],
    [
      'en',
      'The gate was at 11 degrees; the contract asks for 17.',
      'At the gate it was six degrees too cold.',
    ],
    [
      'fr',
      'Neuf postes ont été créés, et l’équipe compte 34 personnes.',
      "L'équipe comptait 25 personnes auparavant.",
    ],
    [
      'ja',
      '優勝したのは森選手で、2時間31分40秒だった。従来の記録は2時間33分10秒だった。',
      '森選手は記録を1分30秒縮めた。',
    ],
    ['ja', '駅の窓口を8か所から13か所に増やす。', '駅の窓口をさらに5か所増やす。'],
    ['zh', '年收入不超过15万元的家庭可以申请补贴。', '年收入16万元的家庭不能申请补贴。'],
    ['zh', '新桥5月6日通车,比原计划晚了三个月。', '新桥原计划2月通车。'],
  ])('%s: %s', (language, source, summary) => {
    expect(wrongValuesIn(language, source, summary)).toEqual([]);
  });
});

describe('a value that nothing leads to is found in other words', () => {
  test.each([
    [
      'a month',
      'en',
      'The choir toured in October. In March it had rested.',
      'The singers were away in July.',
      'July',
    ],
    [
      'a weekday',
      'en',
      'The guild met on Monday 5 May 2025 to choose a head.',
      'A new leader was picked on a Friday.',
      'Friday',
    ],
    [
      'the weekday of another hour',
      'de',
      'Am Freitag probt der Chor. Der Laden ist montags ab 10 Uhr offen, dienstags bis 22 Uhr.',
      'Wer abends kommen will, kann freitags bis 22 Uhr stöbern.',
      'freitags',
    ],
    [
      'a month of another year',
      'en',
      'The tower opened on 4 May 2025, after a flood in April 2021. It will close in May 2026. A report came out in June.',
      'It was in June 2021 that water held it up.',
      'June 2021',
    ],
    [
      'a currency that the source never uses',
      'es',
      'El molino costó 3,4 millones. El pueblo dio 800.000 euros.',
      'Por el molino se pagaron 3,4 millones de dólares.',
      '3,4 millones de dólares',
    ],
    [
      'another unit of reference',
      'fr',
      'Le labour coûte 620 euros par hectare selon le syndicat.',
      'Le labour coûte 620 euros par mètre carré.',
      '620 euros',
    ],
    [
      'another unit',
      'en',
      'The wreck lies 17 nautical miles off Dunmore.',
      'The ship sank 17 kilometres from land.',
      '17 kilometres',
    ],
    [
      'other zeros',
      'en',
      'Lamps for the three schools cost £730,000. The pool cost £2 million.',
      'On lamps, the schools spent £7.3 million.',
      '£7.3 million',
    ],
    [
      'a count of another thing',
      'en',
      'The plant has 320 megawatts. It had 570 workers.',
      'The plant sent 320 workers home.',
      '320',
    ],
    [
      'a last value from another sentence',
      'en',
      'Records say that Kern ran the mill between 2011 and 2016 alone. Her son left in 2019.',
      'Records say that Kern ran the mill between 2011 and 2019.',
      '2019',
    ],
    [
      'by its unit in Japanese',
      'ja',
      '選手は27キロ地点の坂で抜け出した。',
      '選手は27マイル地点の坂で抜け出した。',
      '27マイル',
    ],
    [
      'by its unit in area',
      'ja',
      '新しい図書館の広さは3100平方メートルだ。',
      '図書館の広さは3100ヘクタールある。',
      '3100ヘクタール',
    ],
  ])('%s', (_, language, source, summary, wrong) => {
    expect(wrongValuesIn(language, source, summary)).toEqual([wrong]);
  });
});

test('a number that only chance may explain is not checked', () => {
  const source = 'The fair had 1,310 visitors on Monday. Later came the rain. On Friday there were 4,127.';
  expect(verdictsIn('en', source, 'The stalls took in 2,817 guests.')).toEqual(['not-checked']);
});
