import words from './words.json' with { type: 'json' };

const ENGLISH_SUFFIXES = words.suffixes.map(
  (line): [suffix: string, replacement: string, minimumStem: number] => {
    const [suffix = '', replacement = '', minimumStem = ''] = line.split('|');
    return [suffix, replacement, Number(minimumStem)];
  },
);

const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(words.irregular));

/**
 * Reduces a word to a light stem, so that inflected forms of the word become equal. English has rules. Other
 * alphabetic languages keep a prefix, which removes most endings without a dictionary.
 */
export function stemWord(word: string, language: string): string {
  if (word.length <= 3) return word;
  if (language === 'en') return stemEnglish(word);
  return word.length <= 5 ? word : word.slice(0, Math.max(5, Math.ceil(word.length * 0.7)));
}

function stemEnglish(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const singular = stripPlural(word);
  for (const [suffix, replacement, minimumStem] of ENGLISH_SUFFIXES) {
    if (singular.length < suffix.length + minimumStem || !singular.endsWith(suffix)) continue;
    const stem = singular.slice(0, singular.length - suffix.length) + replacement;
    return trimFinal(replacement === '' ? undouble(stem) : stem);
  }
  return trimFinal(singular);
}

function stripPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function undouble(stem: string): string {
  const last = stem.charCodeAt(stem.length - 1);
  const doubled = stem.length > 3 && last === stem.charCodeAt(stem.length - 2);
  return doubled && !'lsz'.includes(stem.charAt(stem.length - 1)) ? stem.slice(0, -1) : stem;
}

function trimFinal(stem: string): string {
  if (stem.length <= 3) return stem;
  if (stem.endsWith('e')) return stem.slice(0, -1);
  return stem.endsWith('y') ? `${stem.slice(0, -1)}i` : stem;
}

/** The same stem for all forms of a word. The stem of "taken" is "take", which has a stem of its own. */
export function stemEnglishWord(word: string): string {
  return stemWord(stemWord(word, 'en'), 'en');
}
