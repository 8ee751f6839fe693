import type { Sentence } from '#text/sentences.ts';
import { countWords, isUnspaced, splitWords, type Word, type WordForms } from '#text/words.ts';
import { countSpoken } from './cues.ts';

type UnitWord = {
  term: string;
  lower: string;
  /** Number in the document's vocabulary, -1 for light words. */
  id: number;
  capital: boolean;
};

/** What is chosen as a whole: a sentence, or a short turn of a dialog. */
export type Unit = {
  start: number;
  end: number;
  text: string;
  index: number;
  sentences: Sentence[];
  kind: Sentence['kind'];
  paragraph: number;
  speaker?: string;
  /** Words, or characters in scripts without spaces. */
  length: number;
  /** Length in words, with characters of scripts without spaces counted as parts of words. */
  size: number;
  words: UnitWord[];
  /** Signs of speech in it. */
  spoken: number;
  /** Distinct content terms, as numbers of the document's vocabulary. */
  terms: number[];
};

export type Document = {
  units: Unit[];
  termCount: number;
  headings: Sentence[];
};

// A word takes about 1.6 characters in Chinese and Japanese.
export const CHARACTERS_PER_WORD = 1.6;
// A turn up to this length is quoted whole; a longer one is cut into its sentences.
const LONGEST_WHOLE_TURN = 15;

/** Groups sentences into units and numbers their content terms. */
export function buildUnits(text: string, sentences: readonly Sentence[], language: string): Document {
  const vocabulary = new Map<string, number>();
  const forms: WordForms = new Map();
  const unspaced = isUnspaced(text);
  const units: Unit[] = [];
  const headings: Sentence[] = [];
  for (const group of groupTurns(sentences)) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    if (first.kind === 'code') continue;
    if (first.kind === 'heading' || first.kind === 'header') {
      headings.push(first);
      if (first.kind === 'header') continue;
    }
    const start = units.length === 0 ? afterDateline(text, first) : first.start;
    const slice = text.slice(start, last.end);
    const length = countWords(slice);
    const words = numberWords(splitWords(slice, language, start, forms), text, vocabulary);
    units.push({
      start,
      end: last.end,
      text: slice,
      index: units.length,
      sentences: group,
      kind: first.kind,
      paragraph: first.paragraph,
      ...(first.speaker === undefined ? {} : { speaker: first.speaker }),
      length,
      size: unspaced ? length / CHARACTERS_PER_WORD : length,
      words,
      spoken: countSpoken(slice, words, language),
      terms: distinct(words),
    });
  }
  return { units, termCount: vocabulary.size, headings };
}

function numberWords(words: readonly Word[], text: string, vocabulary: Map<string, number>): UnitWord[] {
  return words.map((word) => {
    const { term, lower } = word;
    const capital = isCapital(text.charCodeAt(word.start), text.charAt(word.start));
    if (word.light || isAnnotation(text, word)) return { term, lower, id: -1, capital };
    let id = vocabulary.get(term);
    if (id === undefined) {
      id = vocabulary.size;
      vocabulary.set(term, id);
    }
    return { term, lower, id, capital };
  });
}

function distinct(words: readonly UnitWord[]): number[] {
  const terms = new Set<number>();
  for (const { id } of words) if (id >= 0) terms.add(id);
  return [...terms];
}

/** Marks of a transcript such as {pause} or [laughter] are no words of the speaker. */
function isAnnotation(text: string, { start, end }: Word): boolean {
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  return (before === 0x7b && after === 0x7d) || (before === 0x5b && after === 0x5d);
}

function isCapital(code: number, character: string): boolean {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a;
  return code < 0x2000 && character !== character.toLowerCase();
}

function* groupTurns(sentences: readonly Sentence[]): Generator<Sentence[]> {
  let at = 0;
  while (at < sentences.length) {
    const first = sentences[at];
    if (first === undefined) return;
    if (first.kind !== 'turn') {
      yield [first];
      at++;
      continue;
    }
    let end = at + 1;
    while (sentences[end]?.kind === 'turn' && sentences[end]?.paragraph === first.paragraph) end++;
    const turn = sentences.slice(at, end);
    const length = turn.reduce((sum, sentence) => sum + countWords(sentence.text), 0);
    if (length <= LONGEST_WHOLE_TURN) yield turn;
    else for (const sentence of turn) yield [sentence];
    at = end;
  }
}

const DATELINE =
  /^(?:\p{Lu}[\p{L}\p{M} .,'’/-]{0,40}\s)?\((?:[A-Z]{2,6}|Reuters|Bloomberg|Xinhua)\)\s*(?:--?|[–—])?\s*(?=\S)/u;

/** The place and agency before the first sentence of a report are no part of what it says. */
function afterDateline(text: string, { start, end }: Sentence): number {
  return start + (DATELINE.exec(text.slice(start, Math.min(end, start + 80)))?.[0].length ?? 0);
}
