import words from './words.json' with { type: 'json' };

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(words.stopwords).map(([language, list]) => [language, new Set(list.split(' '))]),
);

const NONE: ReadonlySet<string> = new Set();
const NO_LANGUAGES: readonly string[] = [];

/** The function words of a language by its primary subtag; empty if none are known. */
export function stopwordsOf(language: string | undefined): ReadonlySet<string> {
  if (language === undefined) return NONE;
  return SETS.get(primarySubtag(language)) ?? NONE;
}

const LANGUAGES: ReadonlyMap<string, readonly string[]> = invert();

/** The languages that use a word as a function word. */
export function languagesOfStopword(word: string): readonly string[] {
  return LANGUAGES.get(word) ?? NO_LANGUAGES;
}

function invert(): Map<string, string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, words] of SETS) {
    for (const word of words) languages.set(word, [...(languages.get(word) ?? []), language]);
  }
  return languages;
}

export function primarySubtag(language: string): string {
  const dash = language.indexOf('-');
  return (dash < 0 ? language : language.slice(0, dash)).toLowerCase();
}
