import { targetLanguages } from '#schema/language.ts';

/** A language's name in that language: “日本語” for `ja`. */
export function ownLanguageName(code: string): string {
  const listed = targetLanguages.find((language) => language.code === code);
  if (listed !== undefined) return listed.ownName;
  try {
    return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Whether a detected language matches the requested one, however specific either tag is. */
export function isSameLanguage(first: string, second: string): boolean {
  try {
    const [one, other] = [new Intl.Locale(first).maximize(), new Intl.Locale(second).maximize()];
    return one.language === other.language && one.script === other.script;
  } catch {
    return first === second;
  }
}
