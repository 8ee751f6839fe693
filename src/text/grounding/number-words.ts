import words from './quantities/words.json' with { type: 'json' };

/** The words with which one language writes numbers. */
export type NumberLanguage = {
  /** The words that add up, with their values below 1,000. */
  atoms: ReadonlyMap<string, number>;
  scales: ReadonlyMap<string, number>;
  joiner: string | undefined;
  ordinals: ReadonlyMap<string, number>;
  /** Reads a compound written as one word, such as "vierundzwanzig". */
  compound: ((word: string) => number | undefined) | undefined;
};

/** Gives the words of a list rising values; other forms of a word follow a slash. */
const numbered = (list: string, from = 0, step = 1): [string, number][] =>
  list
    .split(' ')
    .flatMap((forms, at) => forms.split('/').map((word): [string, number] => [word, from + at * step]));
const scalesOf = (list: string): ReadonlyMap<string, number> =>
  new Map(
    list.split(' ').map((entry): [string, number] => {
      const [word = '', size = ''] = entry.split('=');
      return [word, Number(size)];
    }),
  );

const ITALIAN_UNITS = 'uno due tre quattro cinque sei sette otto nove'.split(' ');
const italianTens = (): [string, number][] =>
  'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ').flatMap((ten, at) =>
    ITALIAN_UNITS.map((unit, below): [string, number] => {
      const stem = /^[uo]/.test(unit) ? ten.slice(0, -1) : ten;
      return [stem + unit, 20 + at * 10 + below + 1];
    }),
  );

const COMPOUNDS = new Map<string, (word: string) => number | undefined>([
  ['de', (word) => germanic(word, GERMAN)],
  ['nl', (word) => germanic(word, DUTCH)],
  ['it', italian],
]);

type Words = {
  atoms: { from: number; step: number; words: string }[];
  scales: string;
  joiner?: string;
  ordinals: string;
};

const LANGUAGES = new Map(
  Object.entries<Words>(words.numbers).map(
    ([code, { atoms, scales, joiner, ordinals }]): [string, NumberLanguage] => [
      code,
      {
        atoms: new Map([
          ...atoms.flatMap((list) => numbered(list.words, list.from, list.step)),
          ...(code === 'it' ? italianTens() : []),
        ]),
        scales: scalesOf(scales),
        joiner,
        ordinals: new Map(numbered(ordinals, 1)),
        compound: COMPOUNDS.get(code),
      },
    ],
  ),
);

type Germanic = { units: ReadonlyMap<string, number>; hundred: string; thousand: string; and: RegExp };
const GERMAN: Germanic = {
  units: new Map([...(LANGUAGES.get('de')?.atoms ?? []), ['ein', 1], ['eins', 1]]),
  hundred: 'hundert',
  thousand: 'tausend',
  and: /^(.{3,7})und(.{5,8})$/,
};
const DUTCH: Germanic = {
  units: new Map([...(LANGUAGES.get('nl')?.atoms ?? []), ['een', 1], ['één', 1]]),
  hundred: 'honderd',
  thousand: 'duizend',
  and: /^(.{3,5}?)[eë]n(.{6,8})$/,
};

function germanic(word: string, language: Germanic): number | undefined {
  if (word.length > 45) return undefined;
  if (word === 'anderthalb' || word === 'anderthalben') return 1.5;
  const [, whole] = /^(.{2,20})einhalb$/.exec(word) ?? [];
  if (whole !== undefined) return wholeAndHalf(whole, language);
  const { hundred, thousand } = language;
  const [, thousands, below] = new RegExp(`^(?:(.*?)${thousand})?(.*)$`).exec(word) ?? [];
  const [, hundreds, rest = ''] = new RegExp(`^(?:(.*?)${hundred})?(.*)$`).exec(below ?? '') ?? [];
  if (thousands === undefined && hundreds === undefined) return belowHundred(word, language);
  const count = (text: string | undefined): number | undefined =>
    text === undefined ? 0 : text === '' ? 1 : germanic(text, language);
  const upper = count(thousands);
  const middle = count(hundreds);
  const lower = rest === '' ? 0 : belowHundred(rest.replace(/^und(?=.)/, ''), language);
  if (upper === undefined || middle === undefined || lower === undefined) return undefined;
  return upper * 1000 + middle * 100 + lower;
}

/** Reads the whole number in a German compound such as "dreieinhalb". */
function wholeAndHalf(whole: string, language: Germanic): number | undefined {
  const value = belowHundred(whole, language);
  return value === undefined ? undefined : value + 0.5;
}

function belowHundred(word: string, { units, and }: Germanic): number | undefined {
  const direct = units.get(word);
  if (direct !== undefined) return direct;
  const [, one, ten] = and.exec(word) ?? [];
  const low = units.get(one ?? '');
  const high = units.get(ten ?? '');
  return low === undefined || high === undefined || low > 9 || high < 20 ? undefined : low + high;
}

/** Reads Italian compounds such as "duecentocinquanta" or "tremila". */
function italian(word: string): number | undefined {
  const atoms = LANGUAGES.get('it')?.atoms;
  const [, thousands, rest] = /^(.{3,24})mila(.{0,24})$/.exec(word) ?? [];
  if (thousands !== undefined) {
    const upper = atoms?.get(thousands) ?? italian(thousands);
    const lower = rest === '' ? 0 : (atoms?.get(rest ?? '') ?? italian(rest ?? ''));
    return upper === undefined || lower === undefined ? undefined : upper * 1000 + lower;
  }
  const [, hundreds = '', below = ''] = /^(.{0,8}cento)(.{3,14})$/.exec(word) ?? [];
  const upper = atoms?.get(hundreds);
  const lower = atoms?.get(below);
  return upper === undefined || lower === undefined ? undefined : upper + lower;
}

export function numberLanguage(language: string): NumberLanguage | undefined {
  return LANGUAGES.get(language);
}

// Short forms and the scale words of all languages, as they stand behind digits: "1,1 Millionen", "5m", "3 mil".
const SHORT_SCALES = scalesOf(words.shortScales);
const WRITTEN_SCALES: ReadonlyMap<string, number> = new Map([
  ...[...LANGUAGES.values()].flatMap(({ scales }) => [...scales]),
  ...SHORT_SCALES,
]);

/** The factor that a word behind digits stands for. In German and Spanish, "billion" is a million millions. */
export function scaleOfWord(word: string, language = 'en'): number | undefined {
  return (
    numberLanguage(language)?.scales.get(word) ??
    LANGUAGES.get('en')?.scales.get(word) ??
    WRITTEN_SCALES.get(word)
  );
}

const DIGITS = new Map(Object.entries(words.chineseDigits));
const SMALL = new Map(Object.entries<number>({ 十: 10, 百: 100, 千: 1000 }));
const LARGE = new Map(Object.entries<number>({ 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 }));

export function chineseScale(character: string): number | undefined {
  return LARGE.get(character) ?? SMALL.get(character);
}

/** The value of a Chinese or Japanese numeral such as 三百二十 or 一万五千, or undefined for other text. */
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
