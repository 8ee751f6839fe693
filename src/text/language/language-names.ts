/** Chinese without a script gets the script of its region. Every other language stays as general as it was given. */
const BY_REGION: ReadonlyMap<string, string> = new Map([
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-MY', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
]);

/** The canonical BCP-47 form of a language tag, with the script for Chinese; null for anything else. */
export function normalizeLanguage(code: string): string | null {
  const known = normalized.get(code);
  if (known !== undefined) return known;
  const language = normalize(code);
  if (normalized.size < keptNames) normalized.set(code, language);
  return language;
}

/** This is more than anyone uses. `Intl` takes longer for a tag than the rest of a language check. */
const keptNames = 1000;
const normalized = new Map<string, string | null>();

function normalize(code: string): string | null {
  const canonical = canonicalize(code.trim().replaceAll('_', '-'));
  if (canonical === null) return null;
  const known = BY_REGION.get(canonical);
  if (known !== undefined) return known;
  return /^zh-Han[st]-/.test(canonical) ? canonical.slice(0, 7) : canonical;
}

const displayed = new Map<string, string>();

/** The English name of a language with its code, for a prompt: "Chinese (Simplified, zh-Hans)". */
export function languageDisplayName(code: string): string {
  const known = displayed.get(code);
  if (known !== undefined) return known;
  const name = display(code);
  if (displayed.size < keptNames) displayed.set(code, name);
  return name;
}

function display(code: string): string {
  const language = normalizeLanguage(code) ?? code;
  const [primary = language, ...rest] = language.split('-');
  const name = nameOf('language', primary);
  if (name === undefined) return language;
  const parts = rest
    .map((part) => nameOf(part.length === 4 ? 'script' : 'region', part))
    .filter((part) => part !== undefined);
  return `${name} (${[...parts, language].join(', ')})`;
}

/** Whether a detected language matches the requested one, however specific either tag is. */
export function isSameLanguage(first: string, second: string): boolean {
  if (first === second) return true;
  const [one, other] = [maximized(first), maximized(second)];
  return one !== null && one === other;
}

const scripts = new Map<string, string | null>();

/** The language and script of a tag, as far as `Intl` knows them. */
function maximized(code: string): string | null {
  const known = scripts.get(code);
  if (known !== undefined) return known;
  const found = maximize(code);
  if (scripts.size < keptNames) scripts.set(code, found);
  return found;
}

function maximize(code: string): string | null {
  try {
    const { language, script } = new Intl.Locale(code).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return null;
  }
}

function canonicalize(code: string): string | null {
  try {
    const [canonical] = Intl.getCanonicalLocales(code);
    if (canonical === undefined || canonical.startsWith('x-')) return null;
    const primary = canonical.split('-')[0] ?? '';
    return nameOf('language', primary) === undefined || primary === 'und' ? null : canonical;
  } catch {
    return null;
  }
}

type NamedType = 'language' | 'script' | 'region';

/** The objects that name languages are kept, because making one takes longer than all its calls. */
const names = new Map<NamedType, Intl.DisplayNames>();

function nameOf(type: NamedType, code: string): string | undefined {
  const known = names.get(type) ?? new Intl.DisplayNames('en', { type, fallback: 'none' });
  names.set(type, known);
  try {
    return known.of(code)?.replace(/^(Simplified|Traditional) Han$/, '$1');
  } catch {
    return undefined;
  }
}

/** The language if `Intl` accepts it, or else English. `Intl` throws on a malformed tag. */
export function localeOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
