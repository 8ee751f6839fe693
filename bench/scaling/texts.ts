import { createRandom } from '#tests/fixtures/create-random.ts';

const consonants = Array.from('bcdfghklmnprstvz');
const syllables = consonants.flatMap((consonant) => Array.from('aeiou', (vowel) => consonant + vowel));
const vocabularySize = 20_000;
const wordsPerText = 10;
const wordsPerTitle = 4;

/** So many different texts are dealt out to all rows: a search sees numbers of rows, not how the texts came about. */
export const textCount = 5000;
/** The text with the rare word is dealt to each so many rows. */
export const rareEvery = 25_000;

/** Words by how many rows have them. */
export const words = {
  /** Every second. */
  common: toWord(1),
  /** Every hundredth. */
  medium: toWord(100),
  rare: 'zanzibar',
} as const;

/** By Zipf's law, as in real texts: the first word is in most of them, the last ones in hardly any. */
export function makeTexts(): { id: number; title: string; text: string }[] {
  const random = createRandom(3);
  const text = (count: number) =>
    Array.from({ length: count }, () => toWord(Math.floor(vocabularySize ** random()))).join(' ');
  const texts = Array.from({ length: textCount }, (_, id) => ({
    id,
    title: text(wordsPerTitle),
    text: text(wordsPerText),
  }));
  return [
    ...texts,
    { id: textCount, title: text(wordsPerTitle), text: `${words.rare} ${text(wordsPerText)}` },
  ];
}

function toWord(index: number): string {
  const size = syllables.length;
  return [index % size, Math.floor(index / size) % size, Math.floor(index / size ** 2)]
    .map((place) => syllables[place] ?? '')
    .join('');
}
