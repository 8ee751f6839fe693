/** Languages whose month names are read. No two of them give one name to two months. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl', 'ru', 'uk', 'tr', 'ro'];
const zones = new Map(
  Object.entries<number>({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
    akst: -540,
    akdt: -480,
    hst: -600,
    west: 60,
    sast: 120,
    bst: 60,
    cet: 60,
    met: 60,
    mez: 60,
    cest: 120,
    mest: 120,
    mesz: 120,
    eet: 120,
    eest: 180,
    msk: 180,
    ist: 330,
    hkt: 480,
    sgt: 480,
    awst: 480,
    jst: 540,
    kst: 540,
    acst: 570,
    acdt: 630,
    aest: 600,
    aedt: 660,
    nzst: 720,
    nzdt: 780,
  }),
);
/** Zones whose offset depends on the date. */
const regions = new Map(
  Object.entries<string>({
    et: 'America/New_York',
    ct: 'America/Chicago',
    mt: 'America/Denver',
    pt: 'America/Los_Angeles',
  }),
);
const iso =
  /^(\d{4})-?(\d{2})(?:-?(\d{2}))?(?:[T\s_]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;
const eastAsian = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?/;
/** Words for before and after noon that stand before the time. */
const halves = new Map(
  Object.entries<'a' | 'p'>({
    am: 'a',
    오전: 'a',
    上午: 'a',
    午前: 'a',
    pm: 'p',
    오후: 'p',
    下午: 'p',
    午後: 'p',
  }),
);
const numeric = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?=\D|$)/;

interface Parts {
  year: number;
  month: number;
  day: number;
}

/**
 * Parses the date formats of feeds to milliseconds: ISO 8601 and RFC 822 with their variants, month names in several
 * languages, and numbers of seconds or milliseconds. Dates without a zone are UTC. Null if the text is not a date or
 * means "unset", such as year 0 or 1 or the epoch itself.
 */
export function parseFeedDate(text: string): number | null {
  // No real date is longer. The limit bounds the cost of hostile ones.
  const source = text
    .slice(0, 120)
    .normalize('NFKC')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\d{9,10}(?:\.\d+)?$/.test(source)) return plausible(Number(source) * 1000);
  if (/^\d{12,13}$/.test(source)) return plausible(Number(source));
  const match = iso.exec(source);
  if (match) {
    const [, year, month, day = '1', hour = '0', minute = '0', second = '0', fraction = '0', zone = 'z'] =
      match;
    const time = { hour: +hour, minute: +minute, second: +second + Number(`0.${fraction}`) };
    return compose({ year: +(year ?? 0), month: +(month ?? 0), day: +day }, time, offsetOf(zone) ?? 0);
  }
  const parts = partsOf(source);
  return parts && compose(parts, timeOf(source), zoneIn(source, parts));
}

function compose(
  { year, month, day }: Parts,
  time: { hour: number; minute: number; second: number },
  zoneMinutes: number,
): number | null {
  const isReal =
    year >= 1900 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!isReal || time.hour > 24 || time.minute > 59 || time.second >= 61) return null;
  const midnight = Date.UTC(year, month - 1, day);
  return plausible(midnight + ((time.hour * 60 + time.minute - zoneMinutes) * 60 + time.second) * 1000);
}

function plausible(milliseconds: number): number | null {
  const rounded = Math.round(milliseconds);
  return rounded !== 0 && rounded < Date.UTC(10_000, 0) ? rounded : null;
}

function partsOf(source: string): Parts | null {
  const asian = eastAsian.exec(source);
  if (asian) return { year: Number(asian[1]), month: Number(asian[2]), day: Number(asian[3]) };
  const digits = numeric.exec(source);
  if (digits) return fromNumbers(digits);
  // Removes the time and UTC offset, which may precede the year, so that they are not taken for the day.
  const tokens =
    source
      .replace(/\d{1,2}:\d{2}\S*|(?<=\s)[+-]\d{2}:?\d{2}(?!\S)/g, ' ')
      .match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? [];
  // Uses the last match: in Spanish and French "mar" is also a Tuesday.
  const monthAt = tokens.findLastIndex((token) => monthOf(token) !== null);
  const month = monthAt === -1 ? null : monthOf(tokens[monthAt] ?? '');
  if (month === null) return null;
  const numbers = tokens.filter((token) => /^\d+$/.test(token)).slice(0, 3);
  const yearAt = numbers.findIndex((token) => token.length === 4);
  const day = Number(numbers.find((token, index) => index !== yearAt && token.length <= 2) ?? 1);
  if (yearAt !== -1) return { year: Number(numbers[yearAt]), month, day };
  const short = numbers[1];
  return short?.length === 2 ? { year: fullYear(Number(short)), month, day } : null;
}

/** Reads 2026/3/5 and 5.3.2026. With slashes the American order applies unless the first number cannot be a month. */
function fromNumbers([, first = '', separator = '', second = '', third = '']: RegExpExecArray): Parts | null {
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third) };
  const year = third.length === 4 ? Number(third) : fullYear(Number(third));
  const isAmerican = separator === '/' && Number(first) <= 12;
  const [month, day] = isAmerican ? [first, second] : [second, first];
  return { year, month: Number(month), day: Number(day) };
}

function timeOf(source: string) {
  const match =
    /(?:(오[전후]|[上下]午|午[前後]|(?<!\p{L})[ap]m)\s*)?(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?|\s*[시時时点點](?:\s*(\d{1,2})\s*[분分])?)\s*(?:([ap])\.?m\b)?/iu.exec(
      source,
    );
  if (!match) return { hour: 0, minute: 0, second: 0 };
  const [, before, hours, minutes, seconds, spelledMinutes, after] = match;
  const half = halves.get(before?.toLowerCase() ?? '') ?? after?.toLowerCase();
  const hour = Number(hours);
  // A 24-hour clock needs no AM or PM.
  const shifted = half === undefined || hour > 12 ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return { hour: shifted, minute: Number(minutes ?? spelledMinutes ?? 0), second: Number(seconds ?? 0) };
}

function zoneIn(source: string, day: Parts): number {
  const afterTime =
    /\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?\s*(.*)$/i.exec(source)?.[1] ?? '';
  for (const word of afterTime.match(/[+-]\d{1,2}:?\d{2}|[+-]\d{1,2}\b|[a-z]+/gi) ?? []) {
    const offset = offsetOf(word) ?? offsetIn(regions.get(word.toLowerCase()), day);
    // In "GMT+0200" the offset follows the name.
    if (offset !== null && !/^(?:utc?|gmt)[+-]\d/i.test(afterTime.slice(afterTime.indexOf(word))))
      return offset;
  }
  return 0;
}

/** The UTC offset of a region at noon of a day. Clocks change at night, so noon is unambiguous. */
function offsetIn(region: string | undefined, { year, month, day }: Parts): number | null {
  if (region === undefined) return null;
  const format = new Intl.DateTimeFormat('en', { timeZone: region, timeZoneName: 'longOffset' });
  const parts = format.formatToParts(Date.UTC(year, month - 1, day, 17));
  return offsetOf(parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '');
}

function offsetOf(zone: string): number | null {
  const match = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!match) return zones.get(zone.toLowerCase()) ?? null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

function fullYear(year: number): number {
  return year < 70 ? 2000 + year : year < 100 ? 1900 + year : year;
}

const monthNames = new Map<string, number>();

function monthOf(token: string): number | null {
  const name = foldName(token);
  if (monthNames.size === 0) fillMonthNames();
  return monthNames.get(name) ?? null;
}

function fillMonthNames(): void {
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      // Some languages use another grammatical case for a month with a day.
      for (const options of [{ month: style, day: 'numeric' }, { month: style }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month++) {
          const parts = format.formatToParts(Date.UTC(2001, month - 1, 15));
          const name = foldName(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (name && !/\d/.test(name) && !monthNames.has(name)) monthNames.set(name, month);
        }
      }
    }
  }
}

function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
