import { enFirst, type FirstStrings } from './en/en-first.ts';
import type { LaterStrings } from './en/en-later.ts';
import type { Formats } from './formats.ts';

interface Language {
  code: string;
  ownName: string;
  /** Loads a language on first use. English ships with the app and replaces a language that fails to load. */
  load(): Promise<(formats: Formats) => FirstStrings>;
  loadLater(): Promise<(formats: Formats) => LaterStrings>;
}

/** To add a language, add a folder with the type `Strings` and a line here. */
export const interfaceLanguages = [
  {
    code: 'en',
    ownName: 'English',
    load: async () => enFirst,
    loadLater: async () => (await import('./en/en-later.ts')).enLater,
  },
  {
    code: 'zh-Hans',
    ownName: '中文（简体）',
    load: async () => (await import('./zh-hans/zh-hans-first.ts')).zhHansFirst,
    loadLater: async () => (await import('./zh-hans/zh-hans-later.ts')).zhHansLater,
  },
] as const satisfies Language[];

export type InterfaceLanguage = (typeof interfaceLanguages)[number]['code'];
