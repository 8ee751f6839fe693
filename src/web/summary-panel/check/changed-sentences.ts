import { type Change, diffWords } from '#text/diff/diff-words.ts';

/** The end of a sentence, with the blanks behind it. A full stop inside a number ends nothing. */
const sentenceEnd = /(?:(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)|[。！？]+[”’」』）]*|\n)\s*/gu;

/** What changed between two texts, sentence by sentence, without those that are the same. */
export function changedSentences(before: string, after: string): Change[][] {
  const sentences: Change[][] = [[]];
  for (const change of diffWords(before, after)) {
    if (change.kind === 'same' && hasEnded(sentences.at(-1))) sentences.push([]);
    const [first = '', ...rest] = change.kind === 'same' ? splitSentences(change.text) : [change.text];
    sentences.at(-1)?.push({ ...change, text: first });
    for (const text of rest) sentences.push([{ ...change, text }]);
  }
  return sentences.filter((sentence) => sentence.some(({ kind }) => kind !== 'same')).map(withoutMarker);
}

/** Without the marker of a list item or heading, which is no part of the sentence. */
function withoutMarker([first, ...rest]: Change[]): Change[] {
  if (first?.kind !== 'same') return first === undefined ? [] : [first, ...rest];
  const text = first.text.replace(/^\s*(?:#{1,6}|[-*•]|\d{1,3}\.)\s+/, '');
  return text === '' ? rest : [{ ...first, text }, ...rest];
}

/** Whether a change has replaced the end of a sentence. */
function hasEnded(sentence: Change[] | undefined): boolean {
  const last = sentence?.at(-1);
  return last !== undefined && last.kind !== 'same' && splitSentences(last.text).at(-1) === '';
}

/** The last part is empty if the text ends with a sentence. */
function splitSentences(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: end } of text.matchAll(sentenceEnd)) {
    parts.push(text.slice(at, index + end.length));
    at = index + end.length;
  }
  return [...parts, text.slice(at)];
}
