const ENGLISH: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  twentieth: 20,
  once: 1,
  twice: 2,
  half: 0.5,
  dozen: 12,
};

const SCALES: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  hundreds: 1e2,
  thousands: 1e3,
  millions: 1e6,
  billions: 1e9,
  trillions: 1e12,
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  bn: 1e9,
  b: 1e9,
  tn: 1e12,
  mio: 1e6,
  mrd: 1e9,
  millionen: 1e6,
  milliarden: 1e9,
  millones: 1e6,
  milhões: 1e6,
  milioni: 1e6,
  miliardi: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  миллионов: 1e6,
  миллиардов: 1e9,
  млн: 1e6,
  млрд: 1e9,
};

const CHINESE_DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  壹: 1,
  贰: 2,
  叁: 3,
};
const CHINESE_SMALL: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const CHINESE_LARGE: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 };

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

export function numberOfWord(word: string): number | undefined {
  return Object.hasOwn(ENGLISH, word) ? ENGLISH[word] : undefined;
}

export function scaleOfWord(word: string): number | undefined {
  return Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;
}

export function largeChineseScale(character: string): number | undefined {
  return Object.hasOwn(CHINESE_LARGE, character) ? CHINESE_LARGE[character] : undefined;
}

/** The month a word names, 1 to 12: "March", "Mar". */
export function monthOfWord(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const at = MONTHS.findIndex(
    (month) =>
      month === word ||
      (month.slice(0, 3) === word && word !== 'may') ||
      (word === 'sept' && month === 'september'),
  );
  return at < 0 ? undefined : at + 1;
}

/** The value of a Chinese or Japanese numeral such as 三百二十 or 一万五千; undefined when it is none. */
export function parseChineseNumeral(text: string): number | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let plain = '';
  for (const character of text) {
    const value = CHINESE_DIGITS[character];
    if (value !== undefined) {
      digit = value;
      plain += String(value);
      continue;
    }
    plain = '';
    const small = CHINESE_SMALL[character];
    const large = CHINESE_LARGE[character];
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
