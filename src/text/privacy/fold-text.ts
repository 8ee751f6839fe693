/** A text in the form in which it is compared, with the place of each of its letters in the text itself. */
export interface FoldedText {
  folded: string;
  /** Where the letter begins, and where it ends with the marks that belong to it. */
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Accents that stand after their letter, and characters without width. */
const dropped = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g;
const space = /[^\S\ufeff]/;
/** Quotation marks, and what Markdown puts around words: they are put inside a phrase, or left out of it. */
const marks = /["'`*“”„‟«»‘’‚‛「」『』]/;
const hyphen = /[\u2010-\u2015\u2212]/;
const maxAscii = 0x7f;

/**
 * Without what differs when the same words are written again: letter case, accents that are letters of their own or
 * not, forms of a letter and of a hyphen, quotation marks, and the white space of a line that is wrapped elsewhere, also
 * where each line is quoted.
 */
export function foldText(text: string): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  let wasSpace = false;
  let opensLine = true;
  for (const character of text) {
    const start = at;
    at += character.length;
    if (marks.test(character)) continue;
    const letters: string = opensLine && character === '>' ? ' ' : foldCharacter(character);
    const isSpace: boolean = letters === ' ';
    opensLine = isSpace ? opensLine || character === '\n' || character === '\r' : letters === '' && opensLine;
    if (letters === '' || (isSpace && wasSpace)) {
      if (ends.length > 0) ends[ends.length - 1] = at;
      continue;
    }
    wasSpace = isSpace;
    parts.push(letters);
    for (let n = 0; n < letters.length; n += 1) {
      starts.push(start);
      ends.push(at);
    }
  }
  return { folded: parts.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

function foldCharacter(character: string): string {
  if (space.test(character)) return ' ';
  if (character.charCodeAt(0) <= maxAscii) return character.toLowerCase();
  if (hyphen.test(character)) return '-';
  return character.normalize('NFKD').toUpperCase().toLowerCase().replace(dropped, '');
}
