import { stemWord } from '#text/language/stem.ts';

/** The same for all forms of a word: the stem of "taken" is "take", and only the stem of that is the stem of "take". */
export function stemEnglishWord(word: string): string {
  return stemWord(stemWord(word, 'en'), 'en');
}
