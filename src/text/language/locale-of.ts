/** The language if `Intl` takes it, which throws on what has not the form of one; otherwise English. */
export function localeOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
