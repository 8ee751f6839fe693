import { enFirst, type FirstStrings } from './en/en-first.ts';
import type { LaterStrings } from './en/en-later.ts';
import type { Formats } from './formats.ts';
import { type InterfaceLanguage, interfaceLanguages } from './languages.ts';

export interface Catalogue {
  language: InterfaceLanguage;
  makeFirst(formats: Formats): FirstStrings;
  /** Null until a part that is loaded later needs it. */
  makeLater: ((formats: Formats) => LaterStrings) | null;
}

export async function loadCatalogue(language: InterfaceLanguage): Promise<Catalogue> {
  try {
    return { language, makeFirst: await find(language).load(), makeLater: null };
  } catch {
    // English is always available.
    return { language: 'en', makeFirst: enFirst, makeLater: null };
  }
}

export async function completeCatalogue(catalogue: Catalogue): Promise<Catalogue> {
  return { ...catalogue, makeLater: catalogue.makeLater ?? (await find(catalogue.language).loadLater()) };
}

function find(language: InterfaceLanguage) {
  return interfaceLanguages.find(({ code }) => code === language) ?? interfaceLanguages[0];
}
