export type CitedPiece =
  | { kind: 'text'; text: string }
  /** `text` is the citation as written, with its brackets if it stands alone in them. */
  | { kind: 'citation'; text: string; number: number };

/** Matches `[3]`, `[3, 7]` and the brackets of Chinese, but not the words of a link. */
const marks = /(?<open>[[【])(?<numbers>\d{1,5}(?:\s?[,;，；、]\s?\d{1,5}){0,19})(?<close>[\]】])(?!\()/g;

/** Cuts an answer at the numbers in brackets. Joined together, the pieces are the answer. */
export function splitCitations(text: string): CitedPiece[] {
  const pieces: CitedPiece[] = [];
  let from = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(marks)) {
    const { open = '', numbers = '', close = '' } = groups;
    addText(text.slice(from, index));
    from = index + whole.length;
    if (/^\d+$/.test(numbers)) {
      pieces.push({ kind: 'citation', text: whole, number: Number(numbers) });
      continue;
    }
    addText(open);
    for (const piece of numbers.split(/(\D+)/)) {
      if (/^\d+$/.test(piece)) pieces.push({ kind: 'citation', text: piece, number: Number(piece) });
      else addText(piece);
    }
    addText(close);
  }
  addText(text.slice(from));
  return pieces;

  function addText(piece: string): void {
    if (piece !== '') pieces.push({ kind: 'text', text: piece });
  }
}

/** The numbers that an answer cites, each once, in ascending order. */
export function citedNumbers(text: string): number[] {
  const numbers = splitCitations(text).flatMap((piece) => (piece.kind === 'citation' ? [piece.number] : []));
  return [...new Set(numbers)].sort((a, b) => a - b);
}
