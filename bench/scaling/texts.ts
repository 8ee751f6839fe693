import { createRandom } from '#tests/fixtures/create-random.ts';
import { levelTerms } from '#text/search-levels.ts';

const consonants = Array.from('bcdfghklmnprstvz');
const syllables = consonants.flatMap((consonant) => Array.from('aeiou', (vowel) => consonant + vowel));
const vocabularySize = 20_000;
const wordsPerText = 10;
const wordsPerTitle = 4;

/** The number of different texts shared by all rows; search cost depends on row counts, not on where the texts come from. */
export const textCount = 5000;
/** One row in this many gets the text with the rare word. */
export const rareEvery = 25_000;

/** Words by how many rows have them. */
export const words = {
  /** Every second. */
  common: toWord(1),
  /** Every hundredth. */
  medium: toWord(100),
  rare: 'zanzibar',
} as const;

/** Follows Zipf's law, as in real texts: the first word is in most of them, the last are in hardly any. */
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

/** The terms of the records that are made of a text, by table, as the store indexes them. */
export function levelRecords({ title, text }: { title: string; text: string }) {
  return {
    prompts: levelTerms({ title: '', text }),
    observations: levelTerms({ title: 'bash', text: `${title}\n${text}` }),
    session_summaries: levelTerms({ title, text: `${text}\n`.repeat(4) }),
  };
}

function toWord(index: number): string {
  const size = syllables.length;
  return [index % size, Math.floor(index / size) % size, Math.floor(index / size ** 2)]
    .map((place) => syllables[place] ?? '')
    .join('');
}
