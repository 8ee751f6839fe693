import type { Sentence } from '#text/sentences/sentences.ts';

export interface Passage {
  start: number;
  end: number;
}

type OpenPassage = Passage & { letters: number; sentences: number; last: Sentence };

const mostSentences = 3;
/** A passage is long enough to be understood alone and short enough to point at. */
const mostLetters = 400;
/** Lines of a list or chat share a passage up to this length, because each passage costs a number. */
const fewLetters = 100;
/** A longer sentence is split, since a page of code may be one sentence. */
const longestPiece = 1_200;

/** Cuts a source into passages of one to three sentences, in order and without overlap. */
export function cutPassages(source: string, sentences: readonly Sentence[]): Passage[] {
  const passages: Passage[] = [];
  let open: OpenPassage | undefined;
  for (const sentence of sentences) {
    const { start, end } = sentence;
    const letters = lettersOf(sentence.text);
    if (open !== undefined && joins(open, sentence, letters)) {
      const { letters: before, sentences: count } = open;
      open = { start: open.start, end, letters: before + letters, sentences: count + 1, last: sentence };
      continue;
    }
    if (open !== undefined) passages.push(...splitLong(source, open));
    open = { start, end, letters, sentences: 1, last: sentence };
  }
  if (open !== undefined) passages.push(...splitLong(source, open));
  return passages;
}

/** Whether a sentence joins the open passage. A heading opens a passage and stays with the text below it. */
function joins(open: OpenPassage, sentence: Sentence, letters: number): boolean {
  const together = open.letters + letters;
  if (sentence.kind === 'heading' || open.sentences >= mostSentences || together > mostLetters) return false;
  const belongs = open.last.paragraph === sentence.paragraph || open.last.kind === 'heading';
  return belongs || together <= fewLetters;
}

function* splitLong(source: string, { start, end }: Passage): Generator<Passage> {
  let from = start;
  while (end - from > longestPiece) {
    const line = source.lastIndexOf('\n', from + longestPiece - 1) + 1;
    let to = line > from + longestPiece / 2 ? line : from + longestPiece;
    if (isLowSurrogate(source.charCodeAt(to))) to -= 1;
    yield { start: from, end: to };
    from = to;
  }
  yield { start: from, end };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** A Chinese, Japanese or Korean character has as many tokens as this many Latin letters. */
const eastAsianLetters = 4;

/** The length of a text by its cost for a model, in Latin letters. */
export function lettersOf(text: string): number {
  return text.length + countEastAsian(text) * (eastAsianLetters - 1);
}

/** Whether a text is Chinese, Japanese or Korean; names and numbers may be in other letters. */
export function isEastAsian(text: string): boolean {
  return countEastAsian(text) * 3 > text.length;
}

function countEastAsian(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (isEastAsianCode(text.charCodeAt(at))) count += 1;
  return count;
}

function isEastAsianCode(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}
