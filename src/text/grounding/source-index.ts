import { stemWord } from '#text/language/stem.ts';
import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { foldAccents, splitWords, type Word, type WordForms } from '#text/sentences/words.ts';
import type { Token } from './alignment/token.ts';
import { findQuantities, type Quantity } from './quantities.ts';

export type StatedQuantity = Quantity & { offsets: number[] };

/** A source prepared for comparison: its words, the places of each term, and its numbers. */
export type SourceIndex = {
  text: string;
  language: string;
  sentences: Sentence[];
  /** The sentences that are indexed; of a repeated sentence only the first ones. */
  kept: Sentence[];
  words: Word[];
  /** The number of the sentence that each word stands in. */
  sentenceOf: Int32Array;
  /** The word positions of each term, ascending. */
  positions: Map<string, number[]>;
  /** The sentences that contain each term, ascending. */
  sentencesWith: Map<string, number[]>;
  /** The keys of adjacent terms; see `hasPair`. */
  pairs: Set<number>;
  /** The number of each term, counted by first occurrence. */
  numbers: Map<string, number>;
  /** The distinct numbers that the source states, each with the offsets of its first mentions. */
  quantities: StatedQuantity[];
  /** Words that the source writes with a capital inside sentences, in lower case. */
  names: Set<string>;
  /** The words of the speakers' names in lower case. */
  speakers: Set<string>;
  /** The initials of runs of capitalised words, in lower case. */
  acronyms: Set<string>;
  /** Whether the case of letters has a meaning; text all in one case marks no names. */
  cased: boolean;
  forms: WordForms;
  /** The tokens of sentences that were compared, by the number of the sentence. */
  tokens: Map<number, Token[]>;
};

// Two term numbers are stored in one exact number below 2^53.
const PAIR_BASE = 2 ** 26;

// A repeated sentence is indexed at most this often. A log may repeat it thousands of times without saying more.
const MOST_REPEATS = 8;

/** Indexes a source. The time is proportional to its length. */
export function indexSource(text: string, language: string): SourceIndex {
  const sentences = splitSentences(text, language);
  const kept = withoutRepeats(sentences);
  const forms: WordForms = new Map();
  const words: Word[] = [];
  const owners: number[] = [];
  for (const sentence of kept) {
    for (const word of splitWords(sentence.text, language, sentence.start, forms)) {
      words.push(word);
      owners.push(sentence.index);
    }
  }
  const { names, acronyms, cased } = findCapitals(text, words, owners);
  return {
    text,
    language,
    sentences,
    kept,
    words,
    sentenceOf: Int32Array.from(owners),
    ...indexTerms(words, owners),
    quantities: groupQuantities(findInKept(text, kept, sentences, language)),
    names,
    speakers: new Set(
      sentences.flatMap(({ speaker }) => speaker?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
    ),
    acronyms,
    cased,
    forms,
    tokens: new Map(),
  };
}

function withoutRepeats(sentences: readonly Sentence[]): Sentence[] {
  const seen = new Map<string, number>();
  return sentences.filter(({ text }) => {
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return count < MOST_REPEATS;
  });
}

/**
 * Indexes the terms. Each word is looked up only once in the table of numbers; the other tables are filled by number.
 */
function indexTerms(words: readonly Word[], owners: readonly number[]) {
  const numbers = new Map<string, number>();
  const places: number[][] = [];
  const within: number[][] = [];
  const pairs = new Set<number>();
  let previous = -1;
  words.forEach(({ term }, at) => {
    const owner = owners[at] ?? 0;
    let number = numbers.get(term);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(term, number);
      places.push([at]);
      within.push([owner]);
    } else {
      places[number]?.push(at);
      if (within[number]?.at(-1) !== owner) within[number]?.push(owner);
    }
    if (previous >= 0) pairs.add(previous * PAIR_BASE + number);
    previous = number;
  });
  const positions = new Map<string, number[]>();
  const sentencesWith = new Map<string, number[]>();
  for (const [term, number] of numbers) {
    positions.set(term, places[number] ?? []);
    sentencesWith.set(term, within[number] ?? []);
  }
  return { numbers, positions, sentencesWith, pairs };
}

/**
 * Finds the numbers of the kept sentences. Neighbouring sentences are read together, because a line's end may cut a
 * date.
 */
function findInKept(
  text: string,
  kept: readonly Sentence[],
  sentences: readonly Sentence[],
  language: string,
): Quantity[] {
  if (kept.length === sentences.length) return findQuantities(text, language);
  const found: Quantity[] = [];
  for (let from = 0; from < kept.length; ) {
    let to = from;
    while (kept[to + 1]?.index === (kept[to]?.index ?? 0) + 1) to++;
    const start = kept[from]?.start ?? 0;
    for (const quantity of findQuantities(text.slice(start, kept[to]?.end), language))
      found.push({ ...quantity, start: quantity.start + start, end: quantity.end + start });
    from = to + 1;
  }
  return found;
}

// More mentions of one number than this say nothing more about it and would make tables slow.
const MOST_MENTIONS = 40;

function groupQuantities(found: readonly Quantity[]): StatedQuantity[] {
  const groups = new Map<string, StatedQuantity>();
  for (const quantity of found) {
    const { value, kind, unit, digits, currency, measure, date, approximate } = quantity;
    const dated = date === undefined ? '' : JSON.stringify(date);
    const key = `${value}|${kind}|${unit}|${digits}|${currency}|${measure?.unit}|${dated}|${approximate}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...quantity, offsets: [quantity.start] });
    else if (group.offsets.length < MOST_MENTIONS) group.offsets.push(quantity.start);
  }
  return [...groups.values()];
}

/** Whether two terms stand side by side anywhere in the source. */
export function hasPair(source: SourceIndex, first: string | undefined, second: string | undefined): boolean {
  const left = source.numbers.get(first ?? '');
  const right = source.numbers.get(second ?? '');
  return left !== undefined && right !== undefined && source.pairs.has(left * PAIR_BASE + right);
}

/** Whether a sentence contains a term. */
export function holds(source: SourceIndex, term: string, sentence: number): boolean {
  const within = source.sentencesWith.get(term);
  if (within === undefined) return false;
  let low = 0;
  let high = within.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((within[middle] ?? 0) < sentence) low = middle + 1;
    else high = middle;
  }
  return within[low] === sentence;
}

/** Finds the position of the first word of a sentence. */
export function firstWordOf(source: SourceIndex, sentence: number): number {
  let low = 0;
  let high = source.sentenceOf.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((source.sentenceOf[middle] ?? 0) < sentence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findCapitals(text: string, words: readonly Word[], owners: readonly number[]) {
  const names = new Set<string>();
  const acronyms = new Set<string>();
  let capitals = 0;
  let run: string[] = [];
  words.forEach((word, at) => {
    const capital = isCapital(text.charCodeAt(word.start));
    if (capital) capitals++;
    const opens = at === 0 || owners[at - 1] !== owners[at];
    if (capital && (!opens || isCapital(text.charCodeAt(words[at + 1]?.start ?? text.length)))) {
      names.add(word.lower);
    }
    if (capital && !opens) run.push(word.lower.charAt(0));
    else {
      if (run.length >= 2) acronyms.add(run.join(''));
      run = capital ? [word.lower.charAt(0)] : [];
    }
  });
  if (run.length >= 2) acronyms.add(run.join(''));
  return { names, acronyms, cased: capitals > 0 && capitals < words.length * 0.6 };
}

function isCapital(code: number): boolean {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a;
  return code < 0x2000 && /^\p{Lu}/u.test(String.fromCharCode(code));
}

/** The form under which the index has a word of a claim. */
export function termOf(lower: string, { language }: Pick<SourceIndex, 'language'>): string {
  return stemWord(foldAccents(lower), language);
}

/** Finds the number of the sentence at a source offset, or of the last one before it. */
export function sentenceAt(source: SourceIndex, offset: number): number {
  let low = 0;
  let high = source.sentences.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.sentences[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
