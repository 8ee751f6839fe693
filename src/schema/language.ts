import { z } from 'zod';

/** A BCP-47 tag such as `en`, `zh-Hans` or `pt-BR`. */
export const languageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/, 'use a language code such as en, zh-Hans or pt-BR');

/** What a person asks for: a tag whose language has a name. `xx` has the form of one, but no model could write it. */
export const targetLanguageSchema = languageSchema.refine(
  isKnownLanguage,
  'use a language code such as en, zh-Hans or pt-BR',
);

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** They have names, but mean no language or several. */
const notLanguages = new Set(['und', 'mul', 'zxx', 'mis']);

function isKnownLanguage(tag: string): boolean {
  try {
    return names.of(tag) !== undefined && !notLanguages.has(tag.split('-')[0]?.toLowerCase() ?? '');
  } catch {
    return false;
  }
}

/** The languages the picker offers, each named in its own script. */
export const targetLanguages = [
  { code: 'en', ownName: 'English' },
  { code: 'zh-Hans', ownName: '中文（简体）' },
  { code: 'zh-Hant', ownName: '中文（繁體）' },
  { code: 'ja', ownName: '日本語' },
  { code: 'ko', ownName: '한국어' },
  { code: 'es', ownName: 'Español' },
  { code: 'fr', ownName: 'Français' },
  { code: 'de', ownName: 'Deutsch' },
  { code: 'pt-BR', ownName: 'Português (Brasil)' },
  { code: 'ru', ownName: 'Русский' },
  { code: 'ar', ownName: 'العربية' },
  { code: 'hi', ownName: 'हिन्दी' },
] as const;

export const detailLevels = ['short', 'medium', 'detailed'] as const;
export const detailLevelSchema = z.enum(detailLevels);
export type DetailLevel = z.infer<typeof detailLevelSchema>;
