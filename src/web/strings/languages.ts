import { en, type Strings } from './en/en.ts';
import type { Formats } from './formats.ts';

interface Language {
  code: string;
  ownName: string;
  /** A language is loaded only when used. English ships with the app and replaces one that cannot be loaded. */
  load(): Promise<(formats: Formats) => Strings>;
}

/** To add a language, add a folder with the type `Strings` and a line here. */
export const interfaceLanguages = [
  { code: 'en', ownName: 'English', load: async () => en },
  {
    code: 'zh-Hans',
    ownName: '中文（简体）',
    load: async () => (await import('./zh-hans/zh-hans.ts')).zhHans,
  },
] as const satisfies Language[];

export type InterfaceLanguage = (typeof interfaceLanguages)[number]['code'];
