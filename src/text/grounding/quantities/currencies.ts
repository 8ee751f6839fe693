import words from './words.json' with { type: 'json' };

const CODES: ReadonlyMap<string, string> = new Map(
  words.currencies.flatMap((line) => {
    const [code = '', ...names] = line.split(' ');
    return names.map((name): [string, string] => [name, code]);
  }),
);

/** The currency that a word or symbol names. `$` is the US dollar; `¥` alone may be yen or yuan. */
export function currencyOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (lower === '$' || lower === '＄') return 'USD';
  if (lower === '¥' || lower === '￥') return 'JPY/CNY';
  return CODES.get(lower);
}

/** Whether two amounts cannot be in the same currency. */
export function currenciesConflict(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) return false;
  if (left.includes(right) || right.includes(left)) return false;
  // "kronor" and "pesos" name several currencies.
  const crowns = ['SEK', 'NOK', 'DKK', 'KRX'];
  if (crowns.includes(left) && crowns.includes(right)) return left !== 'KRX' && right !== 'KRX';
  const pesos = ['MXN', 'ARS', 'PSX'];
  return !(pesos.includes(left) && pesos.includes(right) && (left === 'PSX' || right === 'PSX'));
}

/** Symbols and codes that stand before an amount. */
export const CURRENCY_PREFIX = String.raw`(?:US|A|AU|C|CA|HK|NZ|NT|S|R|MEX)\$|US-\$|[$€£¥￥₹₽₩₺＄]|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|AUD|CAD|HKD|SEK|NOK|DKK|INR|BRL|PLN)`;
