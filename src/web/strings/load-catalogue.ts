import { en, type Strings } from './en/en.ts';
import type { Formats } from './formats.ts';
import { type InterfaceLanguage, interfaceLanguages } from './languages.ts';

export interface Catalogue {
  language: InterfaceLanguage;
  make(formats: Formats): Strings;
}

export async function loadCatalogue(language: InterfaceLanguage): Promise<Catalogue> {
  try {
    const wanted = interfaceLanguages.find(({ code }) => code === language);
    if (wanted !== undefined) return { language, make: await wanted.load() };
  } catch {
    // English is always available.
  }
  return { language: 'en', make: en };
}
