import { describe, expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';

/** The details of a summary that are different or not in the source, and all of its flags. */
function doubtsIn(language: string, source: string, summary: string): string[] {
  const { sentences } = groundSummary(source, summary, { language, summaryLanguage: language });
  return sentences.flatMap(({ flags }) => flags.map(({ text }) => text));
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

test('a number that only chance may explain is not checked', () => {
  const source = 'The fair had 1,310 visitors on Monday. Later came the rain. On Friday there were 4,127.';
  expect(verdictsIn('en', source, 'The stalls took in 2,817 guests.')).toEqual(['not-checked']);
});
