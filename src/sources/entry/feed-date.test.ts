import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFeedDate } from './feed-date.ts';

describe('a date of a feed', () => {
  test.each([
    ['Tue, 05 Mar 2024 10:11:12 +0200', '2024-03-05T08:11:12Z'],
    ['5 Mar 24 10:11 EST', '2024-03-05T15:11:00Z'],
    ['Tuesday, 05-Mar-24 10:11:12 GMT', '2024-03-05T10:11:12Z'],
    ['Tue Mar  5 10:11:12 PST 2024', '2024-03-05T18:11:12Z'],
    ['Tue, 05 Mar 2024 10:11:12 GMT+0200', '2024-03-05T08:11:12Z'],
    ['Tue, 5 Mar 2024 10:11:12 Z (UTC)', '2024-03-05T10:11:12Z'],
    ['Mon, 05 Mar 2024 24:00:00 GMT', '2024-03-06T00:00:00Z'],
    ['March 5, 2024 3:04 PM', '2024-03-05T15:04:00Z'],
    ['Sept 5, 2024 12:30 am', '2024-09-05T00:30:00Z'],
    ['2024-03-05', '2024-03-05T00:00:00Z'],
    ['2024-03', '2024-03-01T00:00:00Z'],
    ['20240305T101112Z', '2024-03-05T10:11:12Z'],
    ['2024-03-05 10:11:12,5 +02:00', '2024-03-05T08:11:12.500Z'],
    ['2024/3/5', '2024-03-05T00:00:00Z'],
    ['05.03.2024 10:11', '2024-03-05T10:11:00Z'],
    ['3/5/2024', '2024-03-05T00:00:00Z'],
    ['25/3/2024', '2024-03-25T00:00:00Z'],
    ['5 août 2024', '2024-08-05T00:00:00Z'],
    ['dimanche 3 décembre 2023', '2023-12-03T00:00:00Z'],
    ['5 de marzo de 2024', '2024-03-05T00:00:00Z'],
    ['lunedì 4 marzo 2024', '2024-03-04T00:00:00Z'],
    ['5 stycznia 2024', '2024-01-05T00:00:00Z'],
    ['2024년 3월 5일', '2024-03-05T00:00:00Z'],
    ['1709633472000', '2024-03-05T10:11:12Z'],
    ['12 Nov 99', '1999-11-12T00:00:00Z'],
  ])('%s is %s', (text, iso) => {
    expect(parseFeedDate(text)).toBe(Date.parse(iso));
  });

  test.each([
    '',
    'soon',
    '0000-00-00',
    '0001-01-01T00:00:00Z',
    '30 Feb 2024',
    '2024-13-01',
    '5 Mar',
    '12345',
    '1970-01-01',
  ])('%j is none', (text) => {
    expect(parseFeedDate(text)).toBeNull();
  });

  test('that JavaScript writes is read back', () => {
    const date = fc.date({ min: new Date('1971-01-01'), max: new Date('2999-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (value) => {
        expect(parseFeedDate(value.toISOString())).toBe(value.getTime());
        expect(parseFeedDate(value.toUTCString())).toBe(Math.floor(value.getTime() / 1000) * 1000);
      }),
    );
  });
});
