import { type InterfaceLanguage, interfaceLanguages } from './languages.ts';

export type LanguageChoice = InterfaceLanguage | 'auto';

export function parseLanguageChoice(stored: string | null): LanguageChoice {
  return interfaceLanguages.find(({ code }) => code === stored)?.code ?? 'auto';
}

/** The catalogue to use, and the locale for numbers and dates: the browser's variant of that language. */
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

/** Readers of traditional characters are better served by simplified ones than by a language they may not read. */
function languageOf(tag: string): InterfaceLanguage | null {
  const primary = primaryOf(tag);
  return interfaceLanguages.find(({ code }) => primaryOf(code) === primary)?.code ?? null;
}

function primaryOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
