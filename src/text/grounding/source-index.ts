import { type Sentence, splitSentences } from '#text/sentences/sentences.ts';
import { splitWords, type Word, type WordForms } from '#text/sentences/words.ts';
import type { Token } from './alignment/token.ts';
import { findQuantities, type Quantity } from './quantities.ts';

export type StatedQuantity = Quantity & { offsets: number[] };

/** A source prepared for comparison: its words, where each term stands, and what it states in numbers. */
export type SourceIndex = {
  text: string;
  language: string;
  sentences: Sentence[];
  /** Those that are indexed: of a repeated sentence the first ones only. */
  kept: Sentence[];
  words: Word[];
  /** Number of the sentence that each word stands in. */
  sentenceOf: Int32Array;
  /** Ascending word positions of each term. */
  positions: Map<string, number[]>;
  /** Sentences that hold each term, ascending. */
  sentencesWith: Map<string, number[]>;
  /** Keys of adjacent terms, see `hasPair`. */
  pairs: Set<number>;
  /** Numbers of the terms, by first occurrence. */
  numbers: Map<string, number>;
  /** Distinct numbers that it states, each with the offsets of its first mentions. */
  quantities: StatedQuantity[];
  /** Lower-case words that the source writes with a capital inside sentences. */
  names: Set<string>;
  /** Lower-case words of the names of speakers. */
  speakers: Set<string>;
  /** Initials of runs of capitalised words, in lower case. */
  acronyms: Set<string>;
  /** Whether case carries meaning: text all in one case names nobody. */
  cased: boolean;
  forms: WordForms;
  /** Tokens of sentences that were compared, by sentence. */
  tokens: Map<number, Token[]>;
};

// Two term numbers fit into one exact number below 2^53.
const PAIR_BASE = 2 ** 26;

// Places of one sentence that are indexed: a log or a looped text repeats it thousands of times and says nothing more.
const MOST_REPEATS = 8;

/** Indexes a source; time is in proportion to its length. */
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

/** One look at the table of numbers for each word; the other tables are filled by number. */
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

/** Numbers of the kept sentences, read in stretches without a gap: a date may be cut by a line's end. */
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

// More mentions of one number than this tell nothing more about it, and would make tables slow.
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

/** Whether two terms stand side by side somewhere in the source. */
export function hasPair(source: SourceIndex, first: string | undefined, second: string | undefined): boolean {
  const left = source.numbers.get(first ?? '');
  const right = source.numbers.get(second ?? '');
  return left !== undefined && right !== undefined && source.pairs.has(left * PAIR_BASE + right);
}

/** Whether a sentence has a term. */
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

/** Position of the first word of a sentence. */
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

/** Number of the sentence at a source offset, or of the last one before it. */
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
