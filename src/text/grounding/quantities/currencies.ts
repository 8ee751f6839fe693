// The first entry of each line is the code; "dollar" and "peso" alone mean the most common one.
const WORDS = `
USD us$ us-$ usd us-dollar us-dollars dollar dollars dollari dólar dólares dolar dolares dólars доллар доллара долларов 美元 美金 ドル 米ドル 미국달러 달러 buck bucks
EUR € eur euro euros ユーロ 欧元 歐元 евро 유로
GBP £ gbp pound pounds sterling pfund livre livres libra libras sterlina sterline pond 英镑 英鎊 ポンド фунт фунта фунтов 파운드
JPY jpy yen yens 日元 日圓 円 иен йен иены 엔
CNY cny rmb yuan yuans 元 人民币 人民幣 元人民币 圆 人民元 юань юаня юаней 위안
CHF chf franken schweizer-franken francs-suisses 瑞士法郎 法郎 スイスフラン
AUD a$ au$ aud 澳元 豪ドル
CAD c$ ca$ cad 加元 カナダドル
HKD hk$ hkd 港元 港币 港幣 香港ドル
NZD nz$ nzd 新西兰元
SGD s$ sgd 新加坡元
TWD nt$ twd 新台币 新臺幣 台湾ドル
BRL r$ brl reais reales 雷亚尔
INR ₹ inr rupee rupees rupien roupies rupias 卢比 ルピー
RUB ₽ rub rouble roubles ruble rubles rubel рубль рубля рублей 卢布 ルーブル
KRW ₩ krw 韩元 ウォン 원
SEK sek krona kronor 瑞典克朗
NOK nok 挪威克朗
DKK dkk 丹麦克朗
KRX kr kroner krone kronen couronnes coronas corone 克朗 クローネ
PLN pln zł zloty zlotys złoty złotych zlotych
MXN mxn mex$
ARS ars
PSX peso pesos
TRY ₺ lira liras lire`;

const CODES: ReadonlyMap<string, string> = new Map(
  WORDS.trim()
    .split('\n')
    .flatMap((line) => {
      const [code = '', ...words] = line.split(' ');
      return words.map((word): [string, string] => [word, code]);
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
