import { parseChineseNumeral } from '#text/grounding/number-words.ts';
import { type DateParts, type Scan, take } from './quantity.ts';
import words from './words.json' with { type: 'json' };

type Numbered = ReadonlyMap<string, ReadonlyMap<string, number>>;
/** The names of months by language in lower case, with forms that are common in running text. */
const MONTHS = numbered(words.months);
/** The names of weekdays by language; 1 is Monday. */
const WEEKDAYS = numbered(words.weekdays);

const yearAs = (name: string): string => String.raw`(?<${name}>1[0-9]\d\d|20\d\d)(?![\d.,]\d|\d)`;
const YEAR = yearAs('year');
// Node 22 refuses two groups with the same name, even where only one of them can match.
const YEAR_ALONE = yearAs('yearAlone');
const DAY = String.raw`(?<day>[0-3]?\d)`;
const OF = String.raw`(?:of |de |del |di |d[’'])?`;
const PART = String.raw`(?:(?<part>early|beginning of|start of|mid|middle of|late|(?:the )?end of|anfang|mitte|ende|début|mi|fin|principios de|mediados de|finales de|fines de|inizio|metà|fine|início de|meados de|fim de|begin|half|eind)[ -](?:d[’'])?)?`;
const PARTS: ReadonlyArray<readonly [NonNullable<DateParts['part']>, RegExp]> = [
  ['start', /^(?:early|beginning|start|anfang|début|principios|inizio|início|begin|[初上])/iu],
  ['mid', /^(?:mid|mitte|mi|mediados|metà|meados|half|中)/iu],
  ['end', /./u],
];

const ISO = /(?<![\d-])(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?!\d)/gu;
const DOTTED = /(?<![\d.])(?<day>[0-3]?\d)\.(?<month>[01]?\d)\.(?<year>(?:19|20)\d\d)(?!\d)/gu;
const EAST_ASIAN =
  /(?:(?<year>\d{4}|[一二][〇零一二三四五六七八九]{3})\s?年\s?)?(?<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s?月(?!間|间|ご|々)(?:\s?(?<part>初|底|末|中旬|上旬|下旬)|\s?(?<day>[0-3]?\d|[一二三]?十?[一二三四五六七八九十])\s?[日号號](?!間|间))?/gu;
const EAST_ASIAN_YEAR = /(?<![\d.])(?<year>1\d{3}|20\d\d|[一二][〇零一二三四五六七八九]{3})\s?年(?!间|間)/gu;
// Other numbers before 号 are no dates: 5号线 is a line and 3号楼 is a house.
const EAST_ASIAN_DAY =
  /(?<![\d.第])(?<day>[0-3]?\d)(?:日(?!間|间|本|\d|あたり|当たり|平均)|[号號](?!\p{L}{0,2}[线線楼樓院机機店馆館门門厅廳站文车車室]))/gu;
const EAST_ASIAN_WEEKDAY =
  /(?:周|星期|礼拜|禮拜|週)(?<han>[一二三四五六日天])(?!年|个|個)|(?<kanji>[月火水木金土日])曜/gu;
// Short names only count before digits: "[Thu 11:38]", "Thu 12 May".
const SHORT_WEEKDAY = /(?<!\p{L})(?<short>Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?=,? \d)/gu;
const EAST_ASIAN_QUARTER = /第?(?<quarter>[一二三四1-4])(?:季度|四半期)/gu;
const QUARTER =
  /(?<!\p{L})(?:Q(?<quarter>[1-4])(?!\d)|(?<ordinal>first|second|third|fourth|erste[sn]?|zweite[sn]?|dritte[sn]?|vierte[sn]?|premier|deuxième|troisième|quatrième|primer|segundo|tercer|cuarto)[ -](?:quarter|quartal|trimestre)(?!\p{L}))/giu;
const CLOCK =
  /(?<![\d:.,])(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?:\s?(?<half>[ap])(?:\.m\.|m\b))?/giu;
const SPOKEN_CLOCK =
  /(?<![\d:.,])(?<hour>[01]?\d|2[0-3])(?:[.:](?<minute>[0-5]\d))?\s?(?:(?<half>[ap])(?:\.m\.|m\b)|Uhr(?!\p{L})|o['’]clock(?!\p{L}))/giu;
const FRENCH_CLOCK = /(?<![\d:.,])(?<hour>[01]?\d|2[0-3])\s?h(?:\s?(?<minute>[0-5]\d))?(?![\p{L}\d])/gu;
const AT_CLOCK =
  /(?<=(?<!\p{L})(?:at|um|from|until|till|gegen|ab|alle|às) )(?<hour>[01]?\d|2[0-3])\.(?<minute>[0-5]\d)(?![\d%]|\s?(?:%|per|m|b|Mio|Mrd|Prozent|km|kg|€|£|\$))/gu;
const EAST_ASIAN_CLOCK =
  /(?<half>上午|下午|晚上|傍晚|早上|凌晨|中午|午前|午後)\s?(?<hour>[0-2]?\d|十[一二]?|[一二两三四五六七八九])[点點时時](?:(?<minute>[0-5]?\d)分|(?<thirty>半))?/gu;

const DECADE =
  /(?<![\p{L}\d.,])(?:(?<part>early|mid|late)[ -])?(?<decade>(?:1[5-9]|20)\d0)(?:['’]?s|ern?)(?![\p{L}\d])|(?<=(?<!\p{L})(?:années|años|anni|anos|década de|décennie) )(?<named>(?:1[5-9]|20)\d0)(?!\d)|(?<eastAsian>(?:1[5-9]|20)\d0)年代/giu;

// In "May I" or "May the best", the word is a verb at the start of a sentence.
const MAY_VERB = String.raw`(?<=\bMay)\s(?:I|we|you|he|she|they|it|the|this|that|not|be|have)\b`;

type Named = Record<string, string | undefined>;

/** Finds dates, weekdays, quarters and times of day. */
export function findDates(scan: Scan): void {
  for (const pattern of patternsOf(scan))
    for (const match of scan.text.matchAll(pattern)) read(scan, match, 0);
  const { anyName, monthPatterns, weekday } = namePatterns(scan.language);
  for (const { index, groups } of scan.text.matchAll(anyName)) {
    if (groups?.weekday !== undefined) {
      weekday.lastIndex = index;
      const match = weekday.exec(scan.text);
      if (match !== null) read(scan, match, 0);
      continue;
    }
    const from = Math.max(0, index - BEFORE_NAME);
    const around = scan.text.slice(from, index + BEHIND_NAME);
    for (const pattern of monthPatterns)
      for (const match of around.matchAll(pattern)) {
        const whole = from + match.index <= index && index < from + match.index + match[0].length;
        if (whole) read(scan, match, from);
      }
  }
}

// The characters around a month's name that its date may take: "the end of September", "23rd of September, 2026".
const BEFORE_NAME = 24;
const BEHIND_NAME = 36;

function read(scan: Scan, match: RegExpExecArray, from: number): void {
  const { yearAlone, ...groups }: Named = match.groups ?? {};
  const date = readDate({ ...groups, year: groups.year ?? yearAlone }, scan.language);
  if (date === undefined) return;
  const start = from + match.index + match[0].length - match[0].trimStart().length;
  push(scan, start, from + match.index + match[0].trimEnd().length, date);
}

/** Each pattern with what a text needs for a match. The patterns are slow, and most sentences have none of it. */
const WESTERN: ReadonlyArray<{ pattern: RegExp; needs: RegExp }> = [
  { pattern: ISO, needs: /\d-\d/ },
  { pattern: DOTTED, needs: /\d\.\d/ },
  { pattern: DECADE, needs: /\d0(?:['’]?s|er)|(?:ann[iée]|a[ñn]o|cad)|年代/i },
  { pattern: QUARTER, needs: /q[1-4]|quart|trime/i },
  { pattern: SHORT_WEEKDAY, needs: /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d/ },
  { pattern: CLOCK, needs: /\d:\d/ },
  { pattern: SPOKEN_CLOCK, needs: /\d\s?(?:[ap]\.?m|uhr|o['’]c)/i },
  { pattern: AT_CLOCK, needs: /\d\.\d/ },
];

function patternsOf({ text, language }: Scan): RegExp[] {
  const patterns = WESTERN.filter(({ needs }) => needs.test(text)).map(({ pattern }) => pattern);
  if (language === 'fr' || language === 'pt') patterns.push(FRENCH_CLOCK);
  if (/[年月日号號曜周週期拜点點时時]/u.test(text))
    patterns.push(
      EAST_ASIAN,
      EAST_ASIAN_YEAR,
      EAST_ASIAN_DAY,
      EAST_ASIAN_WEEKDAY,
      EAST_ASIAN_QUARTER,
      EAST_ASIAN_CLOCK,
    );
  return patterns;
}

/** Patterns for a language. A match of `anyName` has the group `weekday` or begins with the name of a month. */
type NamePatterns = { anyName: RegExp; monthPatterns: RegExp[]; weekday: RegExp };
const cache = new Map<string, NamePatterns>();

/** Makes the patterns for dates with names of months and weekdays, and a quick one that finds where they may be. */
function namePatterns(language: string): NamePatterns {
  const known = MONTHS.has(language) ? language : 'en';
  const cached = cache.get(known);
  if (cached !== undefined) return cached;
  const words = (table: ReadonlyMap<string, number> | undefined): string =>
    [...(table?.keys() ?? [])].sort((a, b) => b.length - a.length).join('|');
  const months = words(MONTHS.get(known));
  const weekdays = words(WEEKDAYS.get(known));
  const month = `(?<monthName>${months})(?!\\p{L}|${MAY_VERB})(?:\\.(?=\\s?[\\p{L}\\d]))?`;
  const flags = 'giu';
  const monthPatterns = [
    new RegExp(
      `(?<![\\d.,\\p{L}])${DAY}(?:st|nd|rd|th|\\.|er|º)?\\s${OF}${month}(?:,?\\s${OF}${YEAR})?`,
      flags,
    ),
    new RegExp(
      `(?<!\\p{L})${PART}${month}\\s(?:${DAY}(?:st|nd|rd|th)?(?![\\d:]|[.,]\\d|\\s?%)(?:,?\\s${YEAR})?|,?${OF}${YEAR_ALONE})`,
      flags,
    ),
    new RegExp(`(?<!\\p{L})${PART}${month}`, flags),
  ];
  const weekday = new RegExp(
    `(?<weekdayName>${weekdays})(?:s|abend|morgen|mittag|nacht|vormittag|nachmittag|früh)?(?!\\p{L})`,
    'iuy',
  );
  // The first letter is tested first, because looking behind every letter of a text is slower.
  const initials = [...new Set(`${months}|${weekdays}`.split('|').map((word) => [...word][0] ?? ''))];
  const anyName = new RegExp(
    `(?=[${initials.join('')}])(?<!\\p{L})(?:(?:${months})(?!\\p{L})|(?<weekday>${weekdays}))`,
    flags,
  );
  const found = { anyName, monthPatterns, weekday };
  cache.set(known, found);
  return found;
}

function readDate(groups: Named, language: string): DateParts | undefined {
  const known = MONTHS.has(language) ? language : 'en';
  const date: DateParts = {};
  const year = numeral(groups.year);
  const month = groups.monthName === undefined ? numeral(groups.month) : monthNamed(groups, known);
  const day = numeral(groups.day);
  if (groups.monthName !== undefined && month === undefined) return undefined;
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  if (year !== undefined) date.year = year;
  const decade = numeral(groups.decade ?? groups.named ?? groups.eastAsian);
  if (decade !== undefined) return { decade };
  if (month !== undefined) date.month = month;
  if (day !== undefined) date.day = day;
  const { part } = groups;
  if (part !== undefined)
    date.part = PARTS.find(([, pattern]) => pattern.test(part.replace(/^the /i, '')))?.[0] ?? 'end';
  const weekday = readWeekday(groups, known);
  if (weekday !== undefined) date.weekday = weekday;
  const quarter = readQuarter(groups);
  if (quarter !== undefined) date.quarter = quarter;
  if (groups.hour !== undefined) {
    const time = readTime(groups);
    if (time === undefined) return undefined;
    Object.assign(date, time);
  }
  return Object.keys(date).length === 0 ? undefined : date;
}

/** Reads a month's name. "May", "March" and short forms need a capital, a day or a year. */
function monthNamed({ monthName: name = '', day, year }: Named, language: string): number | undefined {
  const capital = /^\p{Lu}/u.test(name);
  const lower = name.toLowerCase();
  if (
    language === 'en' &&
    !capital &&
    day === undefined &&
    year === undefined &&
    (lower === 'may' || lower === 'march' || lower.length <= 4)
  )
    return undefined;
  if (language === 'de' && !capital) return undefined;
  return MONTHS.get(language)?.get(lower);
}

function readWeekday({ weekdayName, short, han, kanji }: Named, language: string): number | undefined {
  if (han !== undefined) return han === '天' ? 7 : '一二三四五六日'.indexOf(han) + 1;
  if (short !== undefined) return 'MonTueWedThuFriSatSun'.indexOf(short) / 3 + 1;
  if (kanji !== undefined) return '月火水木金土日'.indexOf(kanji) + 1;
  return weekdayName === undefined ? undefined : WEEKDAYS.get(language)?.get(weekdayName.toLowerCase());
}

const QUARTER_STEMS = [/^(?:fir|ers|prem|primer)/i, /^(?:sec|zwe|deu|seg)/i, /^(?:thi|dri|tro|ter)/i, /./];

function readQuarter({ quarter, ordinal }: Named): number | undefined {
  if (quarter !== undefined) return numeral(quarter);
  return ordinal === undefined ? undefined : QUARTER_STEMS.findIndex((stem) => stem.test(ordinal)) + 1;
}

function readTime({ hour, minute, half, thirty }: Named): DateParts | undefined {
  let hours = numeral(hour);
  if (hours === undefined || hours > 24) return undefined;
  if (hours < 12 && /^(?:p|下午|晚上|傍晚|午後)/i.test(half ?? '')) hours += 12;
  if (hours === 12 && /^(?:a|凌晨|午前)/i.test(half ?? '')) hours = 0;
  return { hour: hours, minute: thirty === undefined ? (numeral(minute) ?? 0) : 30 };
}

function numeral(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : parseChineseNumeral(text);
}

function push(scan: Scan, start: number, end: number, date: DateParts): void {
  const { year, decade, month, day, weekday, hour, minute, quarter } = date;
  const monthAlone = month !== undefined && day === undefined && year === undefined;
  const clock = hour === undefined ? undefined : hour + (minute ?? 0) / 60;
  take(scan, {
    value: day ?? (monthAlone ? month : (year ?? decade ?? month ?? weekday ?? quarter ?? clock ?? 0)),
    start,
    end,
    kind: 'date',
    weak: monthAlone || weekday !== undefined || quarter !== undefined,
    digits: 4,
    ...(monthAlone ? { unit: '月' } : weekday === undefined ? {} : { unit: 'weekday' }),
    date,
  });
}

function numbered(names: Record<string, string>): Numbered {
  return new Map(
    Object.entries(names).map(([language, list]) => [
      language,
      new Map(
        list
          .split(' ')
          .flatMap((forms, at) => forms.split('/').map((word): [string, number] => [word, at + 1])),
      ),
    ]),
  );
}
