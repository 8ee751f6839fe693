import { en, type Strings } from './en.ts';
import type { Formats } from './formats.ts';
import type { InterfaceLanguage } from './resolve-language.ts';

export interface Catalogue {
  language: InterfaceLanguage;
  make(formats: Formats): Strings;
}

/** Comes with the app, and stands in for a catalogue that cannot be loaded. */
const english: Catalogue = { language: 'en', make: en };

/** Only who reads a language loads it. */
const loaders: Record<Exclude<InterfaceLanguage, 'en'>, () => Promise<Catalogue['make']>> = {
  'zh-Hans': async () => (await import('./zh-hans.ts')).zhHans,
};

export async function loadCatalogue(language: InterfaceLanguage): Promise<Catalogue> {
  if (language === 'en') return english;
  try {
    return { language, make: await loaders[language]() };
  } catch {
    return english;
  }
}
