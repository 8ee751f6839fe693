import { parseChineseNumeral } from './chinese-numerals.ts';
import { withSuffix } from './find-digits.ts';
import type { Quantity } from './quantity.ts';
import { readSuffix } from './read-suffix.ts';
import { type Scan, take } from './scan.ts';

const NUMERAL = /(?<percent>百分之)?(?<ordinal>第)?(?<numeral>[〇零一二两兩三四五六七八九十百千万萬亿億]+)/gu;
const PERCENT = /百分之(?<digits>\d{1,12}(?:\.\d{1,12})?)/gu;
const COUNTER =
  /^\s?[多余餘几幾]?([年月日号號点點分人名位个個元岁歲届屆次场場时時秒米国國家件项項条條层層座只艘辆輛块塊强強倍度票副台本枚匹頭羽冊隻種种句部所])/u;
// 一 is a number only before a counter: 一名, not 一直, 一些, 统一.
const COUNTED_ONE =
  /^(?:名|位|个|個|人|家|座|辆|輛|艘|次|件|项|項|条|條|票|副|台|枚|成|半|周|年|月|天|小时|小時|公里|米|つ|本)/u;

/** Numbers in Chinese characters, and 百分之 before digits. */
export function findChinese(scan: Scan): void {
  const { text, language } = scan;
  for (const match of text.matchAll(PERCENT)) {
    const value = Number(match.groups?.digits);
    const end = match.index + match[0].length;
    take(scan, {
      value,
      start: match.index,
      end,
      kind: 'percent',
      weak: false,
      digits: String(value).length,
    });
  }
  for (const match of text.matchAll(NUMERAL)) {
    const { percent, ordinal, numeral = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const value = parseChineseNumeral(numeral);
    if (value === undefined || !/[一二两兩三四五六七八九十]/.test(numeral)) continue;
    if (numeral === '一' && ordinal === undefined && !COUNTED_ONE.test(text.slice(end, end + 2))) continue;
    if (numeral === '十' && /^分(?![之の])/.test(text.slice(end, end + 2))) continue;
    const suffix = readSuffix({ text, at: end, language, money: false });
    const quantity = withSuffix({ value, start: match.index, end }, suffix);
    if (percent !== undefined) quantity.kind = 'percent';
    else if (ordinal !== undefined) quantity.kind = 'ordinal';
    take(scan, { ...quantity, weak: numeral.length === 1 && quantity.kind !== 'percent' });
  }
}

/** The counter behind a number, where the text is Chinese or Japanese. */
export function addCounter(quantity: Quantity, text: string): void {
  const { kind, measure, currency, end, value } = quantity;
  if (kind === 'date' || kind === 'fraction' || measure !== undefined || currency !== undefined) return;
  const unit = COUNTER.exec(text.slice(end, end + 3))?.[1];
  if (unit === undefined) return;
  quantity.unit = unit === '号' || unit === '號' ? '日' : unit;
  if (unit === '年' && value < 1000 && kind === 'number')
    quantity.measure = { dimension: 'time', base: value * 31_557_600, unit: 'year' };
}
