import { z } from 'zod';
import { namesOf } from './field-table.ts';

/** A BCP-47 tag such as `en`, `zh-Hans` or `pt-BR`. */
export const languageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/, 'Use a language code such as en, zh-Hans or pt-BR.');

/**
 * A language that a person can ask for, so its tag must have a name. `xx` has the form of a tag, but no model could
 * write it.
 */
export const targetLanguageSchema = languageSchema.refine(
  isKnownLanguage,
  'Use a language code such as en, zh-Hans or pt-BR.',
);

/** The names are loaded on first use, because that takes some 20 ms. */
let names: Intl.DisplayNames | undefined;
/** These codes have names but mean no language or several. */
const notLanguages = new Set(['und', 'mul', 'zxx', 'mis']);

function isKnownLanguage(tag: string): boolean {
  try {
    names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return names.of(tag) !== undefined && !notLanguages.has(tag.split('-')[0]?.toLowerCase() ?? '');
  } catch {
    return false;
  }
}

/** The languages that the picker offers, each named in its own script. */
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

/**
 * How much the built-in model takes from a text at each detail level, the least first. The numbers are a maximum of
 * words, and shares of the text's own words and sentences. The templates say what other models are asked for.
 */
export const detailTable = {
  short: { words: 70, ofWords: 0.2, ofSentences: 0.25 },
  medium: { words: 180, ofWords: 0.35, ofSentences: 0.4 },
  detailed: { words: 400, ofWords: 0.5, ofSentences: 0.6 },
} as const;

export type DetailLevel = keyof typeof detailTable;
export const detailLevels = namesOf(detailTable);
export const detailLevelSchema = z.enum(detailLevels);
export const defaultDetailLevel = 'medium' satisfies DetailLevel;
