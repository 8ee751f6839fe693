import { type InterfaceLanguage, interfaceLanguages } from './languages.ts';

export type LanguageChoice = InterfaceLanguage | 'auto';

export function parseLanguageChoice(stored: string | null): LanguageChoice {
  return interfaceLanguages.find(({ code }) => code === stored)?.code ?? 'auto';
}

/** Picks the interface language, and the browser's variant of it as the locale for numbers and dates. */
export function resolveLanguage(
  choice: LanguageChoice,
  preferred: readonly string[],
): { language: InterfaceLanguage; locale: string } {
  const language = choice === 'auto' ? firstKnown(preferred) : choice;
  return { language, locale: preferred.find((tag) => languageOf(tag) === language) ?? language };
}

function firstKnown(preferred: readonly string[]): InterfaceLanguage {
  for (const tag of preferred) {
    const language = languageOf(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** Ignores the script: readers of traditional Chinese get simplified Chinese rather than an unrelated language. */
function languageOf(tag: string): InterfaceLanguage | null {
  const primary = primaryOf(tag);
  return interfaceLanguages.find(({ code }) => primaryOf(code) === primary)?.code ?? null;
}

function primaryOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
