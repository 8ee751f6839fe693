import { createRandom } from '#tests/fixtures/create-random.ts';
import { levelTerms } from '#text/search-levels.ts';

const consonants = Array.from('bcdfghklmnprstvz');
const syllables = consonants.flatMap((consonant) => Array.from('aeiou', (vowel) => consonant + vowel));
const vocabularySize = 20_000;
const wordsPerText = 10;
const wordsPerTitle = 4;

/**
 * The number of different texts that all rows share. The cost of a search depends on the number of rows, not on the
 * number of texts.
 */
export const textCount = 5000;
/** One row in this many gets the text with the rare word. */
export const rareEvery = 25_000;

/** The words of the searches, by how many rows have them. */
export const words = {
  /** Every second row has this word. */
  common: toWord(1),
  /** Every hundredth row has this word. */
  medium: toWord(100),
  rare: 'zanzibar',
  /** Every twentieth session record has this word. It is longer than the prefixes that an index stores. */
  long: 'configuration',
  /** Every hundredth session record has this word. */
  chinese: '温度',
} as const;

/** The words that only session records have, after the words of their text. */
function wordsOfRecords(id: number): string {
  return [
    ...(id % 20 === 3 ? [words.long] : []),
    ...(id % 100 === 4 ? [`房间${words.chinese}传感器`] : []),
  ].join(' ');
}

export interface MadeText {
  id: number;
  title: string;
  text: string;
  records: RecordTexts;
}

/** The texts of session records, by column. The input of a tool is the title. */
export interface RecordTexts {
  prompt: string;
  tool_response: string;
  request: string;
  investigated: string;
  learned: string;
  completed: string;
  next_steps: string;
}

/**
 * Makes texts with the word frequencies of real texts (Zipf's law). The first word is in most texts, and the last
 * ones are in hardly any.
 */
export function makeTexts(): MadeText[] {
  const random = createRandom(3);
  const text = (count: number) =>
    Array.from({ length: count }, () => toWord(Math.floor(vocabularySize ** random()))).join(' ');
  const make = (id: number, before = '') => {
    const title = text(wordsPerTitle);
    const body = `${before}${text(wordsPerText)}`;
    const record = `${body} ${wordsOfRecords(id)}`.trim();
    const fields = { investigated: record, learned: record, completed: record, next_steps: record };
    const records = { prompt: record, tool_response: record, request: title, ...fields };
    return { id, title, text: body, records };
  };
  return [...Array.from({ length: textCount }, (_, id) => make(id)), make(textCount, `${words.rare} `)];
}

/** The terms of the records that are made of a text, by table, as the store indexes them. */
export function levelRecords({ title, records }: MadeText) {
  const { prompt, tool_response, request, investigated, learned, completed, next_steps } = records;
  const told = [investigated, learned, completed, next_steps, ''].join('\n');
  return {
    prompts: levelTerms({ title: '', text: prompt }),
    observations: levelTerms({ title: 'bash', text: `${title}\n${tool_response}` }),
    session_summaries: levelTerms({ title: request, text: told }),
  };
}

function toWord(index: number): string {
  const size = syllables.length;
  return [index % size, Math.floor(index / size) % size, Math.floor(index / size ** 2)]
    .map((place) => syllables[place] ?? '')
    .join('');
}
