/** How one language writes numbers in words. */
export type NumberLanguage = {
  /** Words that add up, with their values below 1,000. */
  atoms: ReadonlyMap<string, number>;
  scales: ReadonlyMap<string, number>;
  joiner?: string;
  ordinals: ReadonlyMap<string, number>;
  /** Reads a compound written as one word, such as "vierundzwanzig". */
  compound?: (word: string) => number | undefined;
};

const numbered = (words: string, from = 0, step = 1): [string, number][] =>
  words
    .split(' ')
    .flatMap((forms, at) => forms.split('/').map((word): [string, number] => [word, from + at * step]));
const ordinalsOf = (words: string): ReadonlyMap<string, number> => new Map(numbered(words, 1));
const scalesOf = (words: string): ReadonlyMap<string, number> =>
  new Map(
    words.split(' ').map((entry): [string, number] => {
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

const LANGUAGES = new Map(
  Object.entries<NumberLanguage>({
    en: {
      atoms: new Map([
        ...numbered(
          'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
        ),
        ...numbered('twenty thirty forty/fourty fifty sixty seventy eighty ninety', 20, 10),
      ]),
      scales: scalesOf(
        'hundred=1e2 thousand=1e3 million=1e6 billion=1e9 trillion=1e12 dozen=12 hundreds=1e2 thousands=1e3 millions=1e6 billions=1e9 trillions=1e12',
      ),
      joiner: 'and',
      ordinals: ordinalsOf(
        'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
      ),
    },
    de: {
      atoms: new Map([
        ...numbered(
          'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
          2,
        ),
        ...numbered('zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
        ['null', 0],
        ['beide', 2],
        ['beiden', 2],
      ]),
      scales: scalesOf(
        'hundert=1e2 tausend=1e3 million=1e6 millionen=1e6 milliarde=1e9 milliarden=1e9 billion=1e12 billionen=1e12 dutzend=12',
      ),
      ordinals: new Map(
        'erst zweit dritt viert fünft sechst siebt acht neunt zehnt'
          .split(' ')
          .flatMap((stem, at) =>
            ['e', 'en', 'er', 'es', 'em'].map((end): [string, number] => [stem + end, at + 1]),
          ),
      ),
      compound: (word) => germanic(word, GERMAN),
    },
    nl: {
      atoms: new Map([
        ...numbered(
          'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
          2,
        ),
        ...numbered('twintig dertig veertig vijftig zestig zeventig tachtig negentig', 20, 10),
      ]),
      scales: scalesOf('honderd=1e2 duizend=1e3 miljoen=1e6 miljard=1e9 dozijn=12'),
      ordinals: ordinalsOf('eerste tweede derde vierde vijfde zesde zevende achtste negende tiende'),
      compound: (word) => germanic(word, DUTCH),
    },
    fr: {
      atoms: new Map([
        ...numbered(
          'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
          2,
        ),
        ...numbered('vingt/vingts trente quarante cinquante soixante', 20, 10),
        ...numbered('septante octante/huitante nonante', 70, 10),
      ]),
      scales: scalesOf(
        'cent=1e2 cents=1e2 mille=1e3 million=1e6 millions=1e6 milliard=1e9 milliards=1e9 douzaine=12 centaine=1e2',
      ),
      joiner: 'et',
      ordinals: ordinalsOf(
        'premier/première deuxième/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième',
      ),
    },
    es: {
      atoms: new Map([
        ...numbered(
          'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
          2,
        ),
        ...numbered('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
        ...numbered(
          'cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
          100,
          100,
        ),
      ]),
      scales: scalesOf('mil=1e3 millón=1e6 millones=1e6 billón=1e12 billones=1e12 docena=12'),
      joiner: 'y',
      ordinals: ordinalsOf(
        'primero/primera/primer segunda tercero/tercera/tercer cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
      ),
    },
    pt: {
      atoms: new Map([
        ...numbered(
          'dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
          2,
        ),
        ...numbered('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10),
        ...numbered(
          'cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas',
          100,
          100,
        ),
      ]),
      scales: scalesOf(
        'mil=1e3 milhão=1e6 milhões=1e6 bilhão=1e9 bilhões=1e9 biliões=1e12 trilhões=1e12 dúzia=12',
      ),
      joiner: 'e',
      ordinals: ordinalsOf('primeiro/primeira segunda terceiro/terceira quarta quinto/quinta'),
    },
    it: {
      atoms: new Map([
        ...numbered(
          'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
          2,
        ),
        ...numbered('venti trenta quaranta cinquanta sessanta settanta ottanta novanta', 20, 10),
        ...italianTens(),
        ...numbered(
          'cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
          100,
          100,
        ),
      ]),
      scales: scalesOf('mille=1e3 mila=1e3 milione=1e6 milioni=1e6 miliardo=1e9 miliardi=1e9 dozzina=12'),
      ordinals: ordinalsOf('primo/prima secondo/seconda terzo/terza quarta quinto/quinta'),
      compound: italian,
    },
    ru: {
      atoms: new Map([
        ...numbered(
          'два/две/двух три/трёх/трех четыре/четырёх/четырех пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
          2,
        ),
        ...numbered('двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто', 20, 10),
        ...numbered('сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот', 100, 100),
      ]),
      scales: scalesOf(
        'тысяча=1e3 тысячи=1e3 тысяч=1e3 миллион=1e6 миллиона=1e6 миллионов=1e6 миллиард=1e9 миллиарда=1e9 миллиардов=1e9',
      ),
      ordinals: ordinalsOf('первый/первая/первое второй/вторая/второе третий/третья/третье'),
    },
  }),
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

function belowHundred(word: string, { units, and }: Germanic): number | undefined {
  const direct = units.get(word);
  if (direct !== undefined) return direct;
  const [, one, ten] = and.exec(word) ?? [];
  const low = units.get(one ?? '');
  const high = units.get(ten ?? '');
  return low === undefined || high === undefined || low > 9 || high < 20 ? undefined : low + high;
}

/** "Duecentocinquanta", "tremila". */
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

// Short forms and the words of all languages, as they stand behind digits: "1,1 Millionen", "5m", "3 mil".
const SHORT_SCALES = scalesOf(
  'k=1e3 m=1e6 mn=1e6 mln=1e6 mio=1e6 mill=1e6 bn=1e9 b=1e9 mrd=1e9 md=1e9 mds=1e9 tn=1e12 тыс=1e3 млн=1e6 млрд=1e9 трлн=1e12 tsd=1e3 mille=1e3 mil=1e3 mila=1e3',
);
const WRITTEN_SCALES: ReadonlyMap<string, number> = new Map([
  ...[...LANGUAGES.values()].flatMap(({ scales }) => [...scales]),
  ...SHORT_SCALES,
]);

/** The factor that a word behind digits stands for; "billion" is a million millions in German and Spanish. */
export function scaleOfWord(word: string, language = 'en'): number | undefined {
  return (
    numberLanguage(language)?.scales.get(word) ??
    LANGUAGES.get('en')?.scales.get(word) ??
    WRITTEN_SCALES.get(word)
  );
}
