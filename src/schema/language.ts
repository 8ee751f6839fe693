import { z } from 'zod';

/** A BCP-47 tag such as `en`, `zh-Hans` or `pt-BR`. */
export const languageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/, 'use a language code such as en, zh-Hans or pt-BR');

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
