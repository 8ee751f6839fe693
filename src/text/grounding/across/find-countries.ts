import { localeOf } from '#text/language/locale-of.ts';
export type Country = { code: string; start: number; end: number };

// Stems of adjectives and of short names, by language; Chinese and Japanese build them from the name.
const STEMS = `
GB en:british,britain,briton,english,england,scottish,scotland,welsh,uk,u.k. de:britisch,brite,großbritannien,englisch,england fr:britanni,anglais,angleterre,grande-bretagne,royaume-uni es:británic,inglés,inglaterra,reino
US en:american,us,u.s.,usa,america de:amerikanisch,us-,usa,amerika fr:américain,états-unis,amérique es:estadounidense,eeuu,norteamerican
DE en:german de:deutsch fr:allemand es:alemán,aleman
FR en:french de:französisch,franzose fr:français es:francés,frances
IT en:italian de:italien fr:italien es:italian
ES en:spanish,spaniard de:spanisch,spanier fr:espagnol es:español
PT en:portuguese de:portugies fr:portugais es:portugués,portugues
NL en:dutch,holland de:niederländ,holländ fr:néerlandais,hollandais es:neerlandés,holandés,holandes
BE en:belgian de:belgisch,belgier fr:belge es:belga
CH en:swiss de:schweizer,schweizerisch fr:suisse es:suiz
AT en:austrian de:österreich fr:autrichien es:austríac
DK en:danish,dane de:dänisch,däne fr:danois es:danés,danesa
SE en:swedish,swede de:schwedisch,schwede fr:suédois es:suec
NO en:norwegian de:norweg fr:norvégien es:norueg
FI en:finnish,finn de:finnisch,finne fr:finlandais es:finland,finés
IS en:icelandic,icelander de:isländ fr:islandais es:island
IE en:irish de:irisch,ire fr:irlandais es:irland
PL en:polish,pole de:polnisch,pole fr:polonais es:polac
CZ en:czech de:tschech fr:tchèque es:checo,checa
SK en:slovak de:slowak fr:slovaque es:eslovac
HU en:hungarian de:ungar fr:hongrois es:húngar
RO en:romanian de:rumän fr:roumain es:ruman
GR en:greek de:griech fr:grec es:grieg
TR en:turkish,turk de:türk fr:turc,turque es:turc
RU en:russian de:russ fr:russe es:rus
UA en:ukrainian de:ukrain fr:ukrainien es:ucrani
CN en:chinese de:chines fr:chinois es:chin
JP en:japanese de:japan fr:japonais es:japonés,japones
KR en:korean de:korean,südkorea fr:coréen es:corean
IN en:indian de:indisch,inder fr:indien es:indi
BR en:brazilian de:brasilian fr:brésilien es:brasileñ
MX en:mexican de:mexikan fr:mexicain es:mexican
AR en:argentine,argentinian de:argentin fr:argentin es:argentin
CL en:chilean de:chilen fr:chilien es:chilen
CA en:canadian de:kanad fr:canadien es:canadiens
AU en:australian de:australisch,australier fr:australien es:australian
NZ en:new_zealander de:neuseeländ fr:néo-zélandais es:neozeland
ZA en:south_african de:südafrikan fr:sud-africain es:sudafrican
EG en:egyptian de:ägypt fr:égyptien es:egipci
KE en:kenyan de:kenian fr:kényan es:kenian
NG en:nigerian de:nigerian fr:nigérian es:nigerian
IL en:israeli de:israel fr:israélien es:israelí
VN en:vietnamese de:vietnames fr:vietnamien es:vietnamit
TH en:thai de:thailänd fr:thaïlandais es:tailand
HR en:croatian,croat de:kroat fr:croate es:croat
EU en:eu,european_union de:eu-,eu,europäische_union fr:ue,union_européenne es:ue,unión_europea zh:欧盟,歐盟 ja:EU,欧州連合`;

// Region names that are common words or names of people in running text.
const COMMON = new Set(['jersey', 'georgia', 'jordan', 'chad', 'mali', 'guinea', 'niger', 'togo', 'mono']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LONGEST_EAST_ASIAN = 9;

type Table = { exact: Map<string, { words: string; code: string }[]>; stems: Map<string, string> };
const cache = new Map<string, Table>();

/** Countries that a text names, by name or adjective. */
export function findCountries(text: string, language: string): Country[] {
  const table = tableOf(language);
  return language === 'zh' || language === 'ja' ? findUnspaced(text, table) : findSpaced(text, table);
}

function findUnspaced(text: string, { stems }: Table): Country[] {
  const found: Country[] = [];
  for (let at = 0; at < text.length; at++) {
    for (let length = Math.min(LONGEST_EAST_ASIAN, text.length - at); length >= 2; length--) {
      const code = stems.get(text.slice(at, at + length));
      if (code === undefined) continue;
      found.push({ code, start: at, end: at + length });
      at += length - 1;
      break;
    }
  }
  return found;
}

function findSpaced(text: string, { exact, stems }: Table): Country[] {
  const found: Country[] = [];
  const lower = text.toLowerCase();
  for (const match of text.matchAll(/\p{L}[\p{L}.-]*/gu)) {
    const word = match[0].toLowerCase().replace(/(?<![.-])[.-]+$/, '');
    const whole = exact.get(word)?.find(({ words }) => lower.startsWith(words, match.index));
    const code = whole?.code ?? stemOf(word, match[0], stems);
    if (code === undefined) continue;
    found.push({ code, start: match.index, end: match.index + (whole?.words.length ?? match[0].length) });
  }
  return found;
}

/** An adjective by its stem; short ones such as "US" only in capitals. */
function stemOf(word: string, written: string, stems: ReadonlyMap<string, string>): string | undefined {
  if (word.length <= 4) {
    const code = stems.get(word);
    return written === written.toUpperCase() || word.length === 4 ? code : undefined;
  }
  for (let length = word.length; length >= Math.max(3, word.length - 5); length--) {
    const code = stems.get(word.slice(0, length));
    if (code !== undefined && (length > 4 || word.length - length <= 3)) return code;
  }
  return undefined;
}

function tableOf(language: string): Table {
  let table = cache.get(language);
  if (table === undefined) {
    table = { exact: new Map(), stems: new Map() };
    addRegions(table, language);
    addStems(table, language);
    cache.set(language, table);
  }
  return table;
}

function addRegions({ exact, stems }: Table, language: string): void {
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      const name = names.of(code)?.toLowerCase();
      if (name === undefined || /^(?:X|Q|ZZ|UN|EZ|AA)/.test(code) || COMMON.has(name)) continue;
      const opening = /^[\p{L}.-]+/u.exec(name)?.[0] ?? name;
      exact.set(opening, [...(exact.get(opening) ?? []), { words: name, code }]);
      if (name.length >= 2 && !/\p{Script=Latin}/u.test(name)) stems.set(name, code);
    }
  }
}

function addStems({ exact, stems }: Table, language: string): void {
  for (const line of STEMS.trim().split('\n')) {
    const [code = '', ...entries] = line.split(' ');
    const own = entries.find((entry) => entry.startsWith(`${language}:`))?.slice(3);
    for (const stem of own?.split(',') ?? []) {
      const words = stem.replaceAll('_', ' ');
      const opening = words.split(' ')[0] ?? words;
      if (words.includes(' ')) exact.set(opening, [...(exact.get(opening) ?? []), { words, code }]);
      else stems.set(words, code);
    }
  }
}
