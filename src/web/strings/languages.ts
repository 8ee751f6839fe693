import { en, type Strings } from './en/en.ts';
import type { Formats } from './formats.ts';

interface Language {
  code: string;
  ownName: string;
  /** Only who reads a language loads it. English comes with the app and stands in for one that cannot be loaded. */
  load(): Promise<(formats: Formats) => Strings>;
}

/** A new language is a folder with the type `Strings` and its line here. */
export const interfaceLanguages = [
  { code: 'en', ownName: 'English', load: async () => en },
  {
    code: 'zh-Hans',
    ownName: '中文（简体）',
    load: async () => (await import('./zh-hans/zh-hans.ts')).zhHans,
  },
] as const satisfies Language[];

export type InterfaceLanguage = (typeof interfaceLanguages)[number]['code'];
