import { describe, expect, test } from 'vitest';
import { createFormats } from './formats.ts';

const noon = new Date(2026, 1, 17, 12, 0).getTime();
const english = createFormats('en-GB', () => noon);

describe('formats', () => {
  test('shows only the time for today and the date for earlier days', () => {
    expect(english.time(new Date(2026, 1, 17, 9, 5).getTime())).toBe('09:05');
    expect(english.time(new Date(2026, 1, 16, 9, 5).getTime())).toMatch(/16 Feb.*09:05/);
  });

  test('names today and yesterday, and shows the full date of other days', () => {
    const days = [17, 16, 15].map((day) => new Date(2026, 1, day, 23, 59).getTime());
    const [today, yesterday, before] = days.map((at) => english.day(at));
    expect([today, yesterday]).toEqual(['Today', 'Yesterday']);
    expect(before).toMatch(/^Sunday,? 15 February 2026$/);
    expect(createFormats('zh-Hans', () => noon).day(days[1] ?? 0)).toBe('昨天');
    expect(english.hour(days[2] ?? 0)).toBe('23:59');
  });

  test('chooses the unit of a duration by its size', () => {
    expect(english.duration(340)).toBe('340ms');
    expect(english.duration(3120)).toBe('3.1s');
    expect(english.duration(59_990)).toBe('1m');
    expect(english.duration(125_000)).toBe('2m 5s');
  });

  test('shows fractions of a cent if an amount is that small', () => {
    expect(english.cost(0.00123)).toBe('$0.0012');
    expect(english.cost(2)).toBe('$2.00');
  });

  test('shows how long ago something was, and the date if it was long ago', () => {
    const ago = (ms: number) => english.age(noon - ms);
    expect([ago(5000), ago(59 * 60_000), ago(2.9 * 3_600_000), ago(49 * 3_600_000)]).toEqual([
      '1m',
      '59m',
      '2h',
      '2d',
    ]);
    expect(ago(-5000)).toBe('1m');
    expect(ago(10 * 86_400_000)).toBe('7 Feb');
    expect(ago(100 * 86_400_000)).toBe('9 Nov 2025');
  });

  test.each(['en', 'en-GB', 'en-US', 'en-CA', 'en-IN', 'en-ZA', 'en-DE', 'en-CH', 'zh-Hans', 'zh-TW'])(
    'writes numbers as Intl does in %s',
    (locale) => {
      const formats = createFormats(locale);
      const numbers = new Intl.NumberFormat(locale);
      for (const value of [0, 7, 999, 1000, 12_345, 100_000, 1_234_567, -5, 1.5])
        expect(formats.number(value)).toBe(numbers.format(value));
    },
  );

  test.each(['en-GB', 'zh-Hans'])('writes ages and the names of days as Intl does in %s', (locale) => {
    const formats = createFormats(locale, () => noon);
    const units = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
    for (const [unit, ms] of Object.entries(units)) {
      const written = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' });
      for (const value of [1, 2, 6]) expect(formats.age(noon - value * ms)).toBe(written.format(value));
    }
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    for (const days of [0, -1])
      expect(formats.day(noon + days * units.day).toLowerCase()).toBe(relative.format(days, 'day'));
  });

  test('uses the language’s plural form', () => {
    const forms = { one: '# word', other: '# words' };
    expect(english.plural(1, forms)).toBe('1 word');
    expect(english.plural(1200, forms)).toBe('1,200 words');
    expect(createFormats('zh-Hans').plural(1, { other: '# 个词' })).toBe('1 个词');
  });
});
