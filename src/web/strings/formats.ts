export interface Formats {
  locale: string;
  number(value: number): string;
  /** Formats US dollars with as many digits as small amounts need. */
  cost(usd: number): string;
  duration(ms: number): string;
  /** The time for today; date and time for other days. */
  time(at: number): string;
  fullTime(at: number): string;
  /** The time only, for places that show the date elsewhere. */
  hour(at: number): string;
  /** A date as a heading, with names for today and yesterday. */
  day(at: number): string;
  /** The time since `at` in the largest unit, or the date after a week. */
  age(at: number): string;
  /** The plural form for a count, by the language's rules; `#` stands for the number. */
  plural(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string;
}

type Unit = 'millisecond' | 'second' | 'minute';

/**
 * Words and signs for formatting the first screen without `Intl`, whose first use takes about 25 ms, as long as
 * rendering the list. The words are in the interface's language. Null means that `Intl` is used.
 */
interface FirstSight {
  groupSign: string | null;
  ages: Record<'minute' | 'hour' | 'day', string>;
  today: string;
  yesterday: string;
}

const english = { ages: { minute: 'm', hour: 'h', day: 'd' }, today: 'today', yesterday: 'yesterday' };
const chinese = { ages: { minute: '分钟', hour: '小时', day: '天' }, today: '今天', yesterday: '昨天' };
/** The locales that separate thousands with commas. Others use a point, a space, an apostrophe or other groupings. */
const hasCommas = /^(?:en(?:-(?:US|GB|AU|CA|IE|NZ|SG|HK))?|zh(?:-(?:Hans|Hant|CN|SG|HK|TW))*)$/;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export function createFormats(locale: string, now: () => number = Date.now): Formats {
  const first = firstSightOf(locale);
  const numbers = onFirstUse(() => new Intl.NumberFormat(locale));
  const rules = onFirstUse(() => new Intl.PluralRules(locale));
  const dates = (options: Intl.DateTimeFormatOptions) =>
    onFirstUse(() => new Intl.DateTimeFormat(locale, options));
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const short = { day: 'numeric', month: 'short' } as const;
  const hour = dates(clock);
  const day = dates({ ...short, ...clock });
  const date = dates(short);
  const dateOfYear = dates({ ...short, year: 'numeric' });
  const headline = dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const full = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const units = new Map<string, Intl.NumberFormat>();

  function number(value: number): string {
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    if (first.groupSign === null || !Number.isSafeInteger(value) || value < 0) return numbers().format(value);
    const digits = String(value);
    const leading = digits.length % 3 || 3;
    return [digits.slice(0, leading), ...(digits.slice(leading).match(/\d{3}/g) ?? [])].join(first.groupSign);
  }

  function age(value: number, name: 'minute' | 'hour' | 'day'): string {
    return `${value}${first.ages[name]}`;
  }

  function unit(value: number, name: Unit, digits = 0): string {
    const known = units.get(`${name} ${digits}`);
    if (known !== undefined) return known.format(value);
    const made = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'narrow',
      maximumFractionDigits: digits,
    });
    units.set(`${name} ${digits}`, made);
    return made.format(value);
  }

  return {
    locale,
    number,
    cost: (usd) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: usd >= 1 ? 2 : 4,
      }).format(usd),
    duration(ms) {
      if (ms < 1000) return unit(Math.round(ms), 'millisecond');
      if (ms < 59_950) return unit(ms / 1000, 'second', 1);
      const seconds = Math.round(ms / 1000);
      const rest = seconds % 60;
      const minutes = unit(Math.floor(seconds / 60), 'minute');
      return rest === 0 ? minutes : `${minutes} ${unit(rest, 'second')}`;
    },
    time: (at) => (isSameDay(at, now()) ? hour() : day()).format(at),
    fullTime: (at) => full().format(at),
    hour: (at) => hour().format(at),
    day(at) {
      const today = new Date(now());
      const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1).getTime();
      const name = isSameDay(at, now())
        ? first.today
        : isSameDay(at, yesterday)
          ? first.yesterday
          : headline().format(at);
      return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
    },
    age(at) {
      const passedMs = Math.max(0, now() - at);
      if (passedMs < hourMs) return age(Math.max(1, Math.floor(passedMs / minuteMs)), 'minute');
      if (passedMs < dayMs) return age(Math.floor(passedMs / hourMs), 'hour');
      if (passedMs < 7 * dayMs) return age(Math.floor(passedMs / dayMs), 'day');
      return (new Date(at).getFullYear() === new Date(now()).getFullYear() ? date() : dateOfYear()).format(
        at,
      );
    },
    plural: (count, forms) =>
      (forms[rules().select(count)] ?? forms.other).replaceAll('#', () => number(count)),
  };
}

function firstSightOf(locale: string): FirstSight {
  const words = locale.startsWith('zh') ? chinese : english;
  return { ...words, groupSign: hasCommas.test(locale) ? ',' : null };
}

/** Creates formatters on first use, because each takes a millisecond or more and the first screen needs few. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function isSameDay(first: number, second: number): boolean {
  return new Date(first).toDateString() === new Date(second).toDateString();
}
