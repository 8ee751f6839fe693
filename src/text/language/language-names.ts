const BY_REGION: ReadonlyMap<string, string> = new Map([
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-MY', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['pt', 'pt-BR'],
]);

/** Canonical BCP-47 for a language tag, with Chinese told apart by script; null when it is no language tag. */
export function normalizeLanguage(code: string): string | null {
  const canonical = canonicalize(code.trim().replaceAll('_', '-'));
  if (canonical === null) return null;
  const known = BY_REGION.get(canonical);
  if (known !== undefined) return known;
  return /^zh-Han[st]-/.test(canonical) ? canonical.slice(0, 7) : canonical;
}

/** English name with the code, as a prompt can say it: "Chinese (Simplified, zh-Hans)". */
export function languageDisplayName(code: string): string {
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
  try {
    const [one, other] = [new Intl.Locale(first).maximize(), new Intl.Locale(second).maximize()];
    return one.language === other.language && one.script === other.script;
  } catch {
    return first === second;
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

function nameOf(type: 'language' | 'script' | 'region', code: string): string | undefined {
  try {
    const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);
    return name?.replace(/^(Simplified|Traditional) Han$/, '$1');
  } catch {
    return undefined;
  }
}
