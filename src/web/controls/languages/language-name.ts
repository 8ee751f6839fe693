import { targetLanguages } from '#schema/language.ts';

/** Returns a language's name in that language, such as “日本語” for `ja`. */
export function ownLanguageName(code: string): string {
  const listed = targetLanguages.find((language) => language.code === code);
  if (listed !== undefined) return listed.ownName;
  try {
    return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
