import words from './words.json' with { type: 'json' };

const DIGITS = new Map(Object.entries(words.chineseDigits));
const SMALL = new Map(Object.entries<number>({ 十: 10, 百: 100, 千: 1000 }));
const LARGE = new Map(Object.entries<number>({ 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 }));

export function chineseScale(character: string): number | undefined {
  return LARGE.get(character) ?? SMALL.get(character);
}

/** The value of a Chinese or Japanese numeral such as 三百二十 or 一万五千; undefined when it is none. */
export function parseChineseNumeral(text: string): number | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let plain = '';
  for (const character of text) {
    const value = DIGITS.get(character);
    if (value !== undefined) {
      digit = value;
      plain += String(value);
      continue;
    }
    plain = '';
    const small = SMALL.get(character);
    const large = LARGE.get(character);
    if (small !== undefined) section += (digit ?? 1) * small;
    else if (large !== undefined) {
      total += (section + (digit ?? 0) || 1) * large;
      section = 0;
    } else return undefined;
    digit = undefined;
  }
  if (plain.length === [...text].length && plain.length > 1) return Number(plain);
  return total + section + (digit ?? 0);
}
