import type { Sentence } from '#text/sentences/sentences.ts';
import { lettersOf } from './letters.ts';

export interface Passage {
  start: number;
  end: number;
}

type OpenPassage = Passage & { letters: number; sentences: number; last: Sentence };

const mostSentences = 3;
/** Long enough to be understood alone, short enough to point at. */
const mostLetters = 400;
/** Lines of a list or of a chat share a passage until there is this much to read: each passage costs a number. */
const fewLetters = 100;
/** A page of code may be one sentence. */
const longestPiece = 1_200;

/** Cuts a source into passages of one to three sentences, in order, without overlap. */
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

/** A heading opens a passage, and stays with what it stands above. */
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
