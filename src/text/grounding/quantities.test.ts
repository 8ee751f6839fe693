import { describe, expect, test } from 'vitest';
import { agrees, findQuantities } from './quantities.ts';

const valuesOf = (text: string): number[] => findQuantities(text).map((quantity) => quantity.value);

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
    ['COVID-19 and GPT-4', []],
    ['in the 2006-07 season', [2006]],
  ])('%s', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  test('every number lies where its offsets say', () => {
    const text = 'In 2019, 共498个 cost $4.50 (twenty-five percent).';
    const found = findQuantities(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(['2019', '498', '$4.50', 'twenty-five percent']);
  });
});

describe('comparing numbers', () => {
  const agree = (stated: string, source: string): boolean => {
    const [left] = findQuantities(stated);
    const [right] = findQuantities(source);
    return left !== undefined && right !== undefined && agrees(left, right);
  };

  test('a rounded number stands for the exact one, not the other way round', () => {
    expect(agree('1.2 million', '1,234,567')).toBe(true);
    expect(agree('about 1,200', '1,234')).toBe(true);
    expect(agree('1,234', '1,200')).toBe(false);
    expect(agree('1.3 million', '1,234,567')).toBe(false);
  });

  test('years and small counts are never rounded', () => {
    expect(agree('2020', '2019')).toBe(false);
    expect(agree('36 years', '35 years')).toBe(false);
  });

  test('the same amount in another language is equal', () => {
    expect(agree('180万', '1.8 million')).toBe(true);
    expect(agree('十二亿', '1.2 billion')).toBe(true);
  });
});
