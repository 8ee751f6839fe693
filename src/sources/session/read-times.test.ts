import { describe, expect, test } from 'vitest';
import { readTimes } from './read-times.ts';

const now = Date.UTC(2026, 5, 17, 15);
const spans = (question: string) =>
  readTimes(question, now).map(({ from, to }) =>
    [from, to].map((at) => new Date(at).toISOString().slice(0, 10)).join(' '),
  );

describe('times', () => {
  test.each([
    ['What happened on 7 May 2023?', ['2023-05-07 2023-05-08']],
    ['What happened on May 7th, 2023?', ['2023-05-07 2023-05-08']],
    ['the 3rd of March 2024', ['2024-03-03 2024-03-04']],
    ['Was geschah am 7. Mai 2023?', ['2023-05-07 2023-05-08']],
    ['el 7 de mayo de 2023', ['2023-05-07 2023-05-08']],
    ['on 2023-05-07', ['2023-05-07 2023-05-08']],
    ['2023年5月7日', ['2023-05-07 2023-05-08']],
    ['2023年12月', ['2023-12-01 2024-01-01']],
    ['in December 2023', ['2023-12-01 2024-01-01']],
    ['yesterday', ['2026-06-16 2026-06-17']],
    ['today', ['2026-06-17 2026-06-18']],
    ['last week', ['2026-06-03 2026-06-17']],
    ['two days ago', ['2026-06-14 2026-06-17']],
    ['a month ago', ['2026-05-13 2026-05-24']],
  ])('of %j are %j', (question, expected) => {
    expect(spans(question)).toEqual(expected);
  });

  test('without a year are those of any of the last years that have begun', () => {
    expect(spans('in May')).toEqual(
      [2026, 2025, 2024, 2023, 2022].map((year) => `${year}-05-01 ${year}-06-01`),
    );
    expect(spans('on August 2')).toEqual(
      [2025, 2024, 2023, 2022].map((year) => `${year}-08-02 ${year}-08-03`),
    );
  });

  test.each(['It may march on', 'version 2023', '12 of 30', 'may', '2023-99-01', '40 days', '', '31'])(
    'are not in %j',
    (question) => {
      expect(spans(question)).toEqual([]);
    },
  );

  test('are at most twelve', () => {
    expect(spans('on 7 May 2023, '.repeat(100))).toHaveLength(12);
  });
});
